// KLEENE: args="--ltl 'G (served == 0 -> F served > 0)'" expect=false(ltl)
// KLEENE: args="--ltl 'F label(END)'" expect=false(ltl)
// KLEENE: args="--ltl 'X request == 0'" expect=ERROR exit=1 reason="X is for Boolean programs"
// KLEENE: args="--ltl 'F local == 0'" expect=ERROR exit=1 reason="local"
extern int __VERIFIER_nondet_int(void);
int request;
int served;

int main(void) {
  while (1) {
    int local = __VERIFIER_nondet_int();
    if (local > 0) {
      request = 10;
      while (request > 0)
        request--;
      served = 1;
    }
  }
}
