// KLEENE: args="--engine exact --integers math --property termination" expect=false(termination)
// KLEENE: args="--engine exact --integers math --property termination --explain" expect=false(termination) shows="main:9  while (x != 0) { ;; x > 0 && x <= 2"
// 1 and 2 lead to each other; the call before the loop has to be stepped over.
extern int __VERIFIER_nondet_int(void);
void foo(int y) { y = -y; if (y < 0) foo(y); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  foo(x);
  while (x != 0) {
    if (x < 0) { x = -x; x = x + 2; } else { x = -x; x = x + 3; }
  }
  return 0;
}
