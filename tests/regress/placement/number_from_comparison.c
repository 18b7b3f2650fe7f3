// PLACEMENT: open
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
int x;
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  if (a != (unsigned long)&x) return 0;
  *(int *)a = 5;
  if (x == 5) reach_error();
  return 0;
}
