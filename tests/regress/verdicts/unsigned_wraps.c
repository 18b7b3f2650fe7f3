// KLEENE: args="--property no-overflow" expect=true
// KLEENE: expect=false(unreach-call) native=yes
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 5 && x + 10 < 5)
    reach_error();
  return 0;
}
