// Every call with x > 0 leads to another one.
extern int __VERIFIER_nondet_int(void);
int ack(int x, int y) {
  int n;
  if (x > 0) {
    if (y > 0) { y = y - 1; n = ack(x, y); } else n = 1;
    return ack(x, n);
  }
  return y + 1;
}
int main(void) { int x = __VERIFIER_nondet_int(); int y = __VERIFIER_nondet_int(); ack(x, y); return 0; }
