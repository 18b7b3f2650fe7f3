// KLEENE: args="--svcomp" expect=false(unreach-call) native=yes
// KLEENE: args="--missing-bodies nondet" expect=false(unreach-call) native=yes
// The result of a function without body is an input; the native run gets it in place of the library's.
extern void reach_error(void);
extern int chroot(const char *path);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (chroot("first") == 17 && n == 3 && chroot("second") == -4) reach_error();
  return 0;
}
