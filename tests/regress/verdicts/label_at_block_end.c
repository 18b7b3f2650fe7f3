// KLEENE: expect=false(unreach-call) native=yes
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 12)
    goto ERROR;
  return 0;
ERROR:;
}
