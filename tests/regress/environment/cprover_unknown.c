// KLEENE: expect=unknown exit=5 reason=__CPROVER_havoc_pointer
// KLEENE: args="--missing-bodies nondet" expect=unknown exit=5 reason=__CPROVER_havoc_pointer
void __CPROVER_havoc_pointer(void *p);
extern void reach_error(void);
int main(void) {
  int x = 1;
  __CPROVER_havoc_pointer(&x);
  if (x != 1) reach_error();
  return 0;
}
