// KLEENE: args="--engine leap --time-limit 60 --integers math --property termination" expect=unknown
// KLEENE: args="--engine leap --time-limit 60 --property termination" expect=unknown
// Standing still inside the loop is no execution without end: the loop is left at once.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = 5, x = 5;
  while (x < n) x++;
  return 0;
}
