// KLEENE: expect=false(unreach-call) line=8 native=yes
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static void reach_error(void) { abort(); }

int main(void) {
  if (__VERIFIER_nondet_int() > 100)
    reach_error();
  return 0;
}
