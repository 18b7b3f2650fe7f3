// KLEENE: args="--engine exact --explain --integers math" expect=true shows="How it was found: ;; Predicates: ;; flip ;; flag == 0 ;; Invariants: ;; main:12  if (flag == 1) reach_error(); ;; flag == 0"
// The only condition is about flag, and it has to be 0 again after two flips.
extern void reach_error(void);
int flag = 0;
void flip(void) {
  if (flag == 0) flag = 1;
  else flag = 0;
}
int main(void) {
  flip();
  flip();
  if (flag == 1) reach_error();
  return 0;
}
