// KLEENE: expect=unknown exit=5 reason=__CPROVER_havoc_object
// KLEENE: args="--missing-bodies nondet" expect=unknown exit=5 reason=__CPROVER_havoc_object
void __CPROVER_havoc_object(void *p);
extern void reach_error(void);
int main(void) {
  int x = 1;
  __CPROVER_havoc_object(&x);
  if (x != 1) reach_error();
  return 0;
}
