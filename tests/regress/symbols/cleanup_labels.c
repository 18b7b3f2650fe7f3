// KLEENE: expect=unknown exit=5 reason=cleanup engines=one args="--time-limit 10"
// A jump back over the declaration would call the function, too.
extern void reach_error(void);
static int count;
static void note(int *p) { count += *p; }
int main(void) {
  int rounds = 0;
again:;
  int x __attribute__((cleanup(note))) = 1;
  if (++rounds < 3) goto again;
  if (count == 2) reach_error();
  return 0;
}
