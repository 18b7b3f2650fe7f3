// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// Two loops inside a loop: each is one leap in a step of the outer one.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y, z;
  __VERIFIER_assume(n >= 1000000 && n < 2000000000);
  while (x < n) {
    y = 0;
    while (y < n) y++;
    z = n;
    while (z > 0) z--;
    x++;
  }
  if (x == n) reach_error();
  return 0;
}
