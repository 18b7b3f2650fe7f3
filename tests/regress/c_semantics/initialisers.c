// Initialisers: static and automatic, designated, nested, strings, zero fill, compound literals.
#include <stdio.h>
#include <string.h>

struct inner {
  char c;
  int v[3];
};
struct outer {
  int a;
  struct inner in[2];
  const char *s;
  struct inner *p;
  long long big;
};
static int number = 3;
static int *addresses[] = {&number, 0, &number};
static struct inner shared = {'s', {1, 2, 3}};
static struct outer sparse = {.in[1].v[2] = 7, .s = "text", .p = &shared, .a = -1};
static int designated[10] = {[3] = 4, 5, [8] = 9, [0] = 1};
static int ranges[6] = {[1 ... 3] = 2, 8};
static char chars[8] = "abc";
static char exact[3] = {'x', 'y', 'z'};
static char matrix[][4] = {"one", "two", {'t', 'h'}};
static const char *strings[4] = {"a", [2] = "c" "d"};
static union {
  int i;
  char c[8];
} u = {.c = "union"};
static unsigned computed = sizeof(struct outer) / sizeof(int) + (1 << 4) - 'a' % 7;
static int *middle = &designated[4];
static char *suffix = &chars[1];
static int (*function)(const char *) = puts;
static struct inner *literal = &(struct inner){'l', {9}};
static int zeros[4];
static _Bool flags[3] = {1, 0, 5};
static long long wide = -1LL << 33;
static int tentative;
static int tentative;
int tentative_array[];
int tentative_array[4];
static struct {
  int x, y;
} anonymous[] = {{1, 2}, {.y = 4}};

static int locals(int k) {
  int a[5] = {k, k + 1};
  int b[3] = {[1] = k};
  struct inner c = {'q', {k, 0, k}};
  struct outer d = {k, {{'1'}, c}, "d", &c, k * 3LL};
  char s[10] = "local";
  char t[] = {'n', 'o', 0};
  int m[2][3] = {{1, k}, {k, 2, 3}};
  union {
    int i;
    char c[4];
  } v = {k};
  struct inner e = c;
  e.v[1] = 50;
  const char *names[] = {"p", "q"};
  int total = 0;
  for (int i = 0; i < 5; i++)
    total = total * 3 + a[i];
  for (int i = 0; i < 3; i++)
    total = total * 3 + b[i] + m[1][i] - m[0][i];
  total += d.in[1].v[2] + d.in[0].v[1] + d.p->v[0] + (int)d.big + d.in[0].c;
  total += s[4] + s[9] + t[1] + v.c[0] + e.v[1] - c.v[1] + names[1][0];
  return total;
}

int main(void) {
  printf("%d %d %d %s %d\n", sparse.a, sparse.in[1].v[2], sparse.in[0].v[0], sparse.s, sparse.p->v[1]);
  for (int i = 0; i < 10; i++)
    printf("%d ", designated[i]);
  for (int i = 0; i < 6; i++)
    printf("%d ", ranges[i]);
  printf("\n%s %d %c %s %s %d\n", chars, chars[7], exact[2], matrix[1], matrix[2], (int)sizeof matrix);
  printf("%s %d %s\n", strings[2], strings[1] == 0, u.c);
  printf("%u %d %s %d\n", computed, *middle, suffix, *addresses[2] + (addresses[1] == 0));
  printf("%c %d %d\n", literal->c, literal->v[0], literal->v[1]);
  printf("%d %d %d %d\n", zeros[3], flags[0], flags[1], flags[2]);
  printf("%lld %d %d %d\n", wide, tentative, tentative_array[3], anonymous[1].x + anonymous[1].y);
  function("function");
  printf("%d %d\n", locals(4), locals(5));
  for (int i = 0; i < 3; i++) {
    int fresh[3] = {i};
    struct inner z = {0};
    fresh[1] += i;
    z.v[0] += fresh[0];
    printf("%d%d%d%d ", fresh[0], fresh[1], fresh[2], z.v[0]);
    fresh[2] = z.v[2] = 7;
  }
  printf("\n");
  struct inner *p = &(struct inner){.v = {1, 2}};
  p->v[2] = p->v[0] + p->v[1];
  printf("%d %d\n", p->v[2], (int[]){5, 6, 7}[number - 1]);
  int big[100] = {1, 2, 3, [50] = 50, [99] = 99};
  int s = 0;
  for (int i = 0; i < 100; i++)
    s += big[i] * i;
  printf("%d\n", s);
  char text[200] = "a long text in an array that is longer than what single stores are good for, really";
  printf("%s %d %d\n", text, (int)strlen(text), text[199]);
  int table[70] = {number, number * 2, [69] = number * 3};
  printf("%d %d %d\n", table[0], table[1], table[69]);
  return 0;
}
