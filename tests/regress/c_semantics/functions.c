// Functions: recursion, pointers to functions, K&R definitions, static locals, variadic functions.
#include <stdarg.h>
#include <stdio.h>

static int ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int odd(int n);
static int even(int n) {
  return n == 0 ? 1 : odd(n - 1);
}
static int odd(int n) {
  return n == 0 ? 0 : even(n - 1);
}
static int counter(void) {
  static int calls = 10;
  static int history[4];
  history[calls & 3] = calls;
  return ++calls + history[0];
}
static int old_style(a, b, c)
char a;
short b;
long c;
{
  return a + b * 2 + (int)c;
}
static int add(int a, int b) {
  return a + b;
}
static int sub(int a, int b) {
  return a - b;
}
static int mul(int a, int b) {
  return a * b;
}
typedef int (*operation)(int, int);
static operation choose(char c) {
  switch (c) {
  case '+':
    return add;
  case '-':
    return &sub;
  default:
    return mul;
  }
}
static const operation table[] = {add, sub, mul};
struct object {
  int state;
  void (*step)(struct object *, int);
};
static void grow(struct object *o, int by) {
  o->state += by;
}
static void shrink(struct object *o, int by) {
  o->state -= by;
  o->step = grow;
}
static int apply(int (*f)(int, int), int a, int b) {
  return f(a, b) + (*f)(b, a) + (***f)(1, 1);
}
static long sum(int count, ...) {
  va_list list, copy;
  long total = 0;
  va_start(list, count);
  va_copy(copy, list);
  for (int i = 0; i < count; i++) {
    if (i % 3 == 0)
      total += va_arg(list, int);
    else if (i % 3 == 1)
      total += (long)va_arg(list, long long);
    else
      total += *va_arg(list, const char *);
  }
  va_end(list);
  if (count > 0)
    total += va_arg(copy, int) * 1000;
  va_end(copy);
  return total;
}
struct pair {
  int a, b;
};
static int records(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  while (n-- > 0) {
    struct pair p = va_arg(list, struct pair);
    total = total * 10 + p.a - p.b + va_arg(list, int);
  }
  va_end(list);
  return total;
}
static int forward(va_list list) {
  return va_arg(list, int);
}
static int outer(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int first = va_arg(list, int);
  int second = forward(list);
  va_end(list);
  return first * 100 + second;
}
static void nothing(void) {}
static char narrow(int x) {
  return x;
}
static _Bool truth(int x) {
  return x;
}
static int modify(int x) {
  x *= 2;
  int *p = &x;
  (*p)++;
  return x;
}
static inline int inlined(int x) {
  return x + 1;
}
int implicit_int_like();
int implicit_int_like(int a) {
  return a - 1;
}

int main(void) {
  printf("%d\n", ackermann(2, 3));
  printf("%d %d\n", even(10), odd(7));
  printf("%d", counter());
  printf(" %d %d\n", counter(), counter() > 0);
  printf("%d\n", old_style('a', 3, 100L));
  printf("%d %d %d\n", choose('+')(3, 4), choose('-')(3, 4), choose('*')(3, 4));
  int r = 0;
  for (int i = 0; i < 3; i++)
    r = r * 100 + table[i](7, 2);
  printf("%d %d\n", r, apply(sub, 9, 4));
  struct object o = {100, shrink};
  o.step(&o, 5);
  o.step(&o, 50);
  printf("%d %d\n", o.state, o.step == grow);
  printf("%ld\n", sum(5, 1, 20LL, "A", 300, 4000LL));
  printf("%d\n", records(2, (struct pair){5, 2}, 1, (struct pair){9, 3}, 2));
  printf("%d\n", outer("x", 7, 8));
  nothing();
  printf("%d %d %d %d\n", narrow(300), truth(256), modify(20), inlined(4));
  printf("%d\n", implicit_int_like(5));
  operation f = r ? add : mul;
  printf("%d %d\n", f(5, 6), f != 0);
  void (*none)(void) = nothing;
  none();
  int (*generic)() = (int (*)())add;
  printf("%d\n", generic(20, 30));
  return ackermann(1, 5);
}
