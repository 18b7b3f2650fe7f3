// KLEENE: expect=true
// KLEENE: command=run ending=returned stdout="0.100000 0x1.8p-1 1e+10 -inf 3\n"
#include <assert.h>
#include <stdio.h>

struct point {
  float x;
  double y;
};

static double half(float x) {
  return x / 2;
}

int main(void) {
  float f = 0.1f;
  double d = 0.1;
  assert(f != d && (float)d == f && f > d);
  assert(0.1 + 0.2 != 0.3 && 0.1f + 0.2f == 0.3f);
  int i = 7;
  i *= 1.5; // in double
  assert(i == 10);
  f = 16777216.0f;
  f++;
  assert(f == 16777216.0f);
  struct point p = {1.5f, 2};
  p.x += p.y--;
  assert(p.x == 3.5f && p.y == 1);
  double zero = 0.0;
  assert(!zero && !-zero && zero == -zero && 1 / zero > 1e308 && 1 / -zero < 0);
  double none = zero / zero;
  assert(none != none && !(none < 1) && !(none >= 1) && none);
  assert((int)-2.9 == -2 && (unsigned char)255.9 == 255 && (_Bool)0.1 && !(_Bool)-0.0);
  assert((float)16777217 == 16777216.0f && (double)0xffffffffffffffffULL == 0x1p64);
  assert(half(3) == 1.5 && (zero ? 1 : 2) == 2 && (d && f) && (zero || d));
  float values[3] = {1, 2.5f};
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += values[k];
  assert(sum == 3.5 && sizeof(sum) == 8);
  printf("%f %a %g %f %.0f\n", d, 0.75, 1e10, -1 / zero, 2.5 + 0.6f);
  return 0;
}
