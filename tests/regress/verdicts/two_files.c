// KLEENE: args="verdicts/include/second.c" expect=false(unreach-call) native=yes inputs=99
// The rest of the program is in another file.
extern int check(int x);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int threshold = 98;

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > threshold && check(x))
    reach_error();
  return 0;
}
