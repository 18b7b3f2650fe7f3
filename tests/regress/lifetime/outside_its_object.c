// KLEENE: expect=true assumes=undefined-behaviour
// KLEENE: args="-DINSIDE" expect=false(unreach-call) native=yes
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4] = {0, 0, 0, 0};
  int i = __VERIFIER_nondet_int();
  a[i] = 1;
#ifdef INSIDE
  if (i == 3) reach_error();
#else
  if (i < 0 || i > 3) reach_error();
#endif
  return 0;
}
