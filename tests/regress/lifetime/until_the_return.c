// KLEENE: expect=true
// Objects of a block with a label, and compound literals: their values stay until the function returns.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), *p, *q;
  {
    if (n == 5) goto inside;
  inside:;
    int x = 7;
    p = &x;
    q = (int[]){8};
    if (*p != 7 || *q != 8) reach_error();
  }
  return 0;
}
