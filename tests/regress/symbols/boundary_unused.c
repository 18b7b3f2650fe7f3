// KLEENE: property=none expect=true
// What is not used is not refused.
extern void reach_error(void);
extern int __start_numbers[];
static int one(void) { return 1; }
static int (*choose(void))(void) { return one; }
int f(void) __attribute__((ifunc("choose")));
static void note(int *p) { *p = 2; }
static int unused(void) {
  int x __attribute__((cleanup(note))) = __start_numbers[0];
again:
  if (f() < x) goto again;
  return x;
}
int main(void) {
  int (*p)(void) = 0;
  if (p) return unused();
  return 0;
}
