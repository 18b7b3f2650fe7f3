// KLEENE: args="--engine linear --integers math" expect=false(unreach-call) engines=one line=16
// KLEENE: args="--engine linear" expect=false(unreach-call) engines=one line=16 native=yes
// The loop leaves s = 2n, which is 14 for n = 7.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int s = 0;
  for (int i = 0; i < n; i++)
    s += 2;
  if (s == 14)

    // here
    reach_error();
  return 0;
}
