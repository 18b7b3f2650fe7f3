// KLEENE: args="--engine leap --time-limit 60 --integers math --property termination" expect=unknown
// KLEENE: args="--engine leap --time-limit 60 --property termination" expect=unknown
// The inner loop leaves at 12 only; if it could leave at 10, the outer one would never end.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int y = 10;
  while (y == 10) {
    y = 0;
    while (y < 10) y += 3;
  }
  return 0;
}
