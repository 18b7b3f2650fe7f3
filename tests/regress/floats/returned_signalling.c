// KLEENE: args="--data-model ILP32 --property unreach-call" expect=false(unreach-call) native=yes engines=one
// KLEENE: args="--data-model LP64 --property unreach-call" expect=true engines=one
// On 32 bits a NaN that a function returns passes a register of the x87, and is a quiet one then.
extern void reach_error(void);

union bits {
  double d;
  unsigned long long u;
};

static double same(double x) {
  return x;
}

int main(void) {
  union bits a, b;
  a.u = 0x7ff0000000000001ULL;
  b.d = same(a.d);
  if (b.u != a.u) reach_error();
  return 0;
}
