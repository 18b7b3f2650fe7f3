// KLEENE: expect=false(unreach-call) line=12 native=yes
// What is not initialised decides nothing here.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rounds;
  int left = __VERIFIER_nondet_int();
  while (left > 0) {
    rounds = rounds + 1;
    left--;
    if (left == 3) reach_error();
  }
  return rounds;
}
