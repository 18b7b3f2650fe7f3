// KLEENE: args="--engine k-induction" expect=true
// Numbers without bit 1 come in and are looked at 2 places later: 2-induction, and nothing less
// with what ranges tell.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned v0 = 0, v1 = 0;
  while (1) {
    unsigned x = __VERIFIER_nondet_uint();
    if ((x & 2) != 0) return 0;
    v0 = v1;
    v1 = x;
    if ((v0 & 2) != 0) reach_error();
  }
}
