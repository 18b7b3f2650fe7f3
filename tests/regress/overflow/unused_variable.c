// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=7
// The initialiser of a variable that nobody reads, and dead stores before and behind it.
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int kept = 1;
  int dead = x / -1;
  kept = 2;
  dead = kept;
  return kept;
}
