// KLEENE: expect=false(unreach-call) native=yes
// The cleanup function is called on every way out of the block, last declared first.
extern void reach_error(void);
static int trace;
static void note(int *p) { trace = trace * 10 + *p; }
#define CLEAN __attribute__((cleanup(note)))
static int by_return(int early) {
  int a CLEAN = 1;
  if (early) {
    int b CLEAN = 2;
    return trace; // evaluated before the functions are called
  }
  int c CLEAN = 3;
  return trace + a + c;
}
static void by_jump(int how) {
  for (int i CLEAN = 5; i < 8; i++) {
    int d CLEAN = 4;
    if (how == 0) break;
    if (how == 1) goto out;
    continue;
  }
  trace = trace * 10 + 9;
out:
  trace = trace * 10;
}
static int value(void) {
  return ({
    int e CLEAN = 6;
    e + trace;
  });
}
int main(void) {
  if (by_return(1) != 0 || trace != 21) return 0;
  trace = 0;
  if (by_return(0) != 4 || trace != 31) return 0;
  trace = 0;
  by_jump(0);
  if (trace != 4590) return 0;
  trace = 0;
  by_jump(1);
  if (trace != 450) return 0;
  trace = 0;
  by_jump(2);
  if (trace != 444890) return 0;
  trace = 0;
  if (value() != 6 || trace != 6) return 0;
  reach_error();
  return 0;
}
