// Bit-fields: signedness, truncation, promotion, packing, initialisers.
#include <stdio.h>
#include <string.h>

struct flags {
  unsigned a : 3;
  int b : 5;
  unsigned c : 12;
  _Bool d : 1;
  unsigned : 0;
  signed char e : 4;
  unsigned long long f : 40;
};
#pragma pack(1)
struct packed {
  unsigned a : 7;
  int b : 17;
  unsigned c : 30;
  short d;
  unsigned e : 13;
};
#pragma pack()
enum color { RED, GREEN, BLUE };
struct mixed {
  char first;
  enum color color : 2;
  unsigned rest : 6;
  int last;
};
union both {
  unsigned whole;
  struct {
    unsigned low : 4, middle : 10, high : 18;
  };
};

static struct flags global = {5, -3, 4095, 1, -8, 0xfffffffffULL};
static const struct packed constant = {100, -60000, 0x2fffffff, -2, 8000};

static struct packed change(struct packed p, int by) {
  p.b += by;
  p.c ^= p.a;
  p.e--;
  return p;
}

static void show(const struct flags *f) {
  printf("%d %d %d %d %d %llu\n", f->a, f->b, f->c, f->d, f->e, (unsigned long long)f->f);
}

int main(void) {
  show(&global);
  struct flags x;
  memset(&x, 0, sizeof x);
  x.a = 9;
  x.b = 31;
  x.c = 5000;
  x.d = 2;
  x.e = 9;
  x.f = 1ULL << 39 | 7;
  show(&x);
  printf("%d", x.a++);
  printf(" %d\n", x.a);
  printf("%d %d\n", (x.b = 17), (x.a = 12));
  x.a -= 6;
  x.c += 5000;
  x.e <<= 1;
  x.d ^= 1;
  x.f *= 3;
  show(&x);
  printf("%d %d\n", x.a - 5 < 0, -x.c < 0);
  printf("%d\n", x.b < x.a);
  struct flags y = x;
  y.b = ~y.b;
  show(&y);
  struct packed p = constant;
  printf("%d %d %d %d %d %d\n", p.a, p.b, p.c, p.d, p.e, (int)sizeof p);
  p = change(p, 123456);
  printf("%d %d %d %d %d\n", p.a, p.b, p.c, p.d, p.e);
  unsigned char raw[sizeof p];
  memcpy(raw, &p, sizeof p);
  // Byte 6 ends with padding.
  for (unsigned i = 0; i < sizeof p; i++)
    printf("%x ", i + 1 == sizeof p ? raw[i] & 3 : i == 6 ? raw[i] & 0x3f : raw[i]);
  printf("\n");
  struct mixed m = {'m', BLUE, 33, -1};
  m.color = (enum color)(m.color + 1);
  m.rest += 40;
  printf("%d %d %d %d %d\n", m.first, m.color, m.rest, m.last, (int)sizeof m);
  union both u = {0x12345678};
  u.middle = 1;
  printf("%x %x %x\n", u.whole, u.low, u.high);
  struct flags list[2] = {{.c = 7}, {1, 2}};
  list[0].a = list[1].a + 1;
  printf("%d %d %d\n", list[0].a, list[0].c, list[1].b);
  struct {
    int only : 1;
    unsigned two : 2;
  } s = {1, 6};
  printf("%d %d\n", s.only, s.two);
  return 0;
}
