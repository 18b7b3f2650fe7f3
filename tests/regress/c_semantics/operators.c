// Side effects, short circuit, ?:, comma, GNU ?:, statement expressions, order of sequence points.
#include <stdio.h>

static int calls;
static int note(int value) {
  calls = calls * 10 + value;
  return value;
}
static int zero(int value) {
  note(value);
  return 0;
}

int main(void) {
  int a = 3, b = 0, c;
  printf("%d ", a && b || !b);
  printf("%d ", note(1) && zero(2) && note(3));
  printf("%d ", zero(4) || note(5) || note(6));
  printf("%d\n", calls);
  calls = 0;
  c = (note(1), note(2)) ? note(3) : note(4);
  printf("%d %d\n", c, calls);
  c = a > 2 ? b ? 10 : 20 : 30;
  printf("%d\n", c);
  c = a ?: 7;
  b = zero(9) ?: 8;
  printf("%d %d\n", c, b);
  c = a++ + 10;
  c += a--;
  c -= ++b;
  printf("%d %d %d\n", a, b, c);
  int *p = &a;
  *p += 4;
  (*p)++;
  printf("%d %d\n", a, *p-- == a);
  int v[5] = {1, 2, 3, 4, 5};
  int i = 0;
  v[i++] = 10;
  v[i++] += 20;
  p = v;
  *p++ = 7;
  *++p *= 3;
  printf("%d %d %d %d %d %d\n", i, (int)(p - v), v[0], v[1], v[2], v[3]);
  int x, y, z;
  x = y = z = 5;
  x = (y += 2, z -= 1, y * z);
  printf("%d %d %d\n", x, y, z);
  int s = ({
    int t = 0;
    for (int k = 0; k < 4; k++)
      t += k;
    t;
  });
  printf("%d\n", s);
  printf("%d\n", ({ int q = 4; q * q; }) + ({ int q = 5; q; }));
  if ((a > 5 && (b = 1)) || (b = 2))
    printf("b %d\n", b);
  if (!(a > 100) && !(p == 0 || *p == 0))
    printf("yes\n");
  while (a && --a > 2)
    ;
  printf("%d\n", a);
  printf("%d %d\n", (int)sizeof(a++), a);
  unsigned m = 0x12345678;
  m = (m & 0xff00) >> 8 | (m & 0xff) << 8;
  printf("%x\n", m);
  printf("%d %d %d\n", !!m, -(-3), ~~5);
  int w = 1;
  w <<= 3, w |= 2, w ^= 0xf, w %= 4, w *= 9, w /= 2, w >>= 1;
  printf("%d\n", w);
  long d = 100;
  char ch = 'c';
  ch += 1;
  d /= ch - 'a';
  printf("%ld %c %d\n", d, ch, ch > 'a' ? ch < 'z' : -1);
  int r = 1;
  r = r == 1 ? (r = 2, r + 1) : 0;
  printf("%d\n", r);
  int n = 0;
  do {
    if (n == 2)
      continue;
    note(n);
  } while (++n < 4 && calls < 100000);
  printf("%d %d\n", n, calls);
  return 0;
}
