// KLEENE: expect=false(unreach-call) native=yes
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void reach_error(void);

int main(void) {
  unsigned char b[2];
  __VERIFIER_nondet_memory(b, sizeof b);
  if (b[0] == 255 && b[1] == 0)
    reach_error();
  return 0;
}
