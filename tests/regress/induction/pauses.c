// KLEENE: args="--engine k-induction" expect=unknown reason="16-induction"
// As shift_2.c, but a round may do nothing: what came in may be any number of rounds ago.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned v0 = 0, v1 = 0;
  while (1) {
    unsigned x = __VERIFIER_nondet_uint();
    if ((x & 2) != 0) continue;
    v0 = v1;
    v1 = x;
    if ((v0 & 2) != 0) reach_error();
  }
}
