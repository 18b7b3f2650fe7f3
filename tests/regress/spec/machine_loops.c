// KLEENE: args="--engine exact --spec 'EG !label(END)'" expect=true
// KLEENE: args="--engine exact --spec 'AF label(END)'" expect=false(spec)
// KLEENE: args="--spec 'EG !label(LOOP)'" expect=true
// KLEENE: args="--spec 'AF label(LOOP)'" expect=false(spec)
// 1 and 2 lead to each other, with machine integers too; 0 does not enter the loop.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x == 1 || x == 2) {
  LOOP:
    x = 3 - x;
  }
  return 0;
}
