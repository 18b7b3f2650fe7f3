// KLEENE: args="--property termination --engine bmc" expect=false(termination)
// A machine that only goes on as long as it is given what it asks for.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned state = 0, rounds = 0;
  while (state < 4) {
    unsigned given = __VERIFIER_nondet_uint();
    rounds++;
    if (given * 2654435761u != 40503u + state)
      return 1;
    state = state == 2 ? 0 : state + 1;
  }
  return (int)rounds;
}
