// Type long double is not covered. That is said, with its place, and nothing is guessed.
//
//   kleene check examples/unsupported.c
extern void reach_error(void);

int main(void) {
  long double x = 0.1L + 0.2L;
  if (x != 0.3L)
    reach_error();
  return 0;
}
