// Structures: split and in memory, nested, copied, passed and returned by value.
#include <stdio.h>

struct point {
  int x, y;
};
struct line {
  struct point from, to;
  char tag;
};
struct holder {
  int n;
  struct point p[3];
  unsigned char raw[5];
};
union value {
  int i;
  unsigned char bytes[4];
  struct {
    short low, high;
  } half;
};
struct tagged {
  int kind;
  union {
    int number;
    const char *text;
  };
  struct {
    int inner;
  };
};

static struct point make(int x, int y) {
  struct point p;
  p.x = x;
  p.y = y;
  return p;
}
static struct point add(struct point a, struct point b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}
static struct line join(struct point a, struct point b) {
  return (struct line){a, b, 'j'};
}
static struct holder fill(int n) {
  struct holder h = {n};
  for (int i = 0; i < 3; i++)
    h.p[i] = make(i * n, -i);
  h.raw[4] = 99;
  return h;
}
static int sum(struct holder h) {
  int s = h.n;
  h.n = 1000;
  for (int i = 0; i < 3; i++)
    s += h.p[i].x * 10 + h.p[i].y;
  return s + h.raw[4];
}
static void move(struct point *p, int by) {
  p->x += by;
  p->y -= by;
}
static int recurse(struct point p, int depth) {
  struct point local = p;
  if (depth == 0)
    return p.x * p.y;
  move(&local, depth);
  return recurse(local, depth - 1) + p.x;
}

struct point origin;
struct line global = {{1, 2}, {3, 4}, 'g'};
struct point table[2] = {{5, 6}};
static struct point hidden = {.y = 9};

int main(void) {
  struct point a = {3, 4}, b = make(10, 20), c;
  c = add(a, b);
  a = c;
  a.x++;
  printf("%d %d %d %d\n", a.x, a.y, c.x, c.y);
  printf("%d %d\n", add(make(1, 2), make(3, 4)).y, make(5, 6).x);
  struct line l = join(a, b), m;
  m = l;
  m.to.x = -1;
  l.from = m.to;
  printf("%d %d %d %d %c\n", l.from.x, l.to.x, m.from.y, m.to.y, m.tag);
  struct holder h = fill(4), k;
  k = h;
  k.p[1].x = 77;
  h.p[2] = k.p[1];
  printf("%d %d %d\n", sum(h), sum(k), h.n);
  printf("%d\n", fill(3).p[2].x);
  move(&a, 5);
  move(&h.p[0], 2);
  printf("%d %d %d\n", a.x, a.y, h.p[0].y);
  union value v;
  v.i = 0x01020304;
  printf("%d %d %d\n", v.bytes[0], v.half.high, (int)sizeof v);
  v.bytes[3] = 0xff;
  printf("%d\n", v.i);
  union value w = {.bytes = {1, 2}};
  v = w;
  printf("%d\n", v.i);
  struct tagged t = {1, .text = "anon", .inner = 8};
  printf("%s %d\n", t.text, t.inner + t.kind);
  t.number = 5;
  printf("%d\n", t.number);
  printf("%d\n", recurse(make(2, 3), 4));
  global.from.x += global.to.y;
  origin = global.from;
  table[1] = origin;
  hidden.x = table[1].x * 2;
  printf("%d %d %d %d\n", origin.x, table[1].y, hidden.x, hidden.y);
  struct point *p = &table[0];
  *p = make(8, 9);
  p[1] = *p;
  (p + 1)->x++;
  printf("%d %d\n", table[1].x, table[1].y);
  struct point q = a.x > 0 ? b : c;
  struct holder j = a.x > 0 ? h : k;
  printf("%d %d\n", q.x, j.n);
  struct point array[2] = {make(1, 2), {3}};
  struct point copy[2];
  copy[0] = array[1];
  copy[1] = (array[0] = copy[0], array[0]);
  printf("%d %d %d\n", copy[0].x, copy[1].x, array[0].x);
  struct empty {
  } nothing, other;
  nothing = other;
  struct point chain;
  c = chain = make(1, 1);
  printf("%d %d\n", c.x + chain.y, (int)sizeof(struct line));
  static struct point counter;
  for (int i = 0; i < 3; i++) {
    struct point fresh = {i};
    counter = add(counter, fresh);
    fresh.y += i;
  }
  printf("%d %d\n", counter.x, counter.y);
  return 0;
}
