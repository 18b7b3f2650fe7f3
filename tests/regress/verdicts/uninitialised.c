// KLEENE: expect=unknown reason="unknown value"
extern void reach_error(void);

int main(void) {
  int x;
  if (x == 0)
    reach_error();
  return 0;
}
