// GNU C: typeof, statement expressions, built-ins, _Generic, alignment, VLA, alloca, labels.
#include <alloca.h>
#include <stddef.h>
#include <stdio.h>

#define max(a, b)                                                                                  \
  ({                                                                                               \
    typeof(a) _a = (a);                                                                            \
    typeof(b) _b = (b);                                                                            \
    _a > _b ? _a : _b;                                                                             \
  })
#define kind(x) _Generic((x), int: 1, long: 2, char *: 3, default: 4)
#define likely(x) __builtin_expect(!!(x), 1)

struct item {
  char c;
  int n __attribute__((aligned(8)));
} __attribute__((packed));
union wide {
  long long l;
  char c[12];
};

static int sum(int n, int a[n]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
static int matrix(int n, int m, int a[n][m]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s = s * 2 + a[i][j];
  return s + (int)(sizeof a[0] / sizeof(int));
}
static int vla(int n) {
  int a[n];
  int b[n][n + 1];
  for (int i = 0; i < n; i++) {
    a[i] = i * i;
    for (int j = 0; j <= n; j++)
      b[i][j] = i * j;
  }
  int(*row)[n + 1] = b;
  row++;
  return sum(n, a) + matrix(n, n + 1, b) + (int)(sizeof a / sizeof a[0]) + (int)sizeof b + (*row)[2];
}

int main(void) {
  int a = 3, b = 7;
  printf("%d", max(a, b));
  printf(" %d\n", max(max(a++, 2), b - 5));
  printf("%d %d %d %d\n", kind(a), kind(1L), kind("s" + 0), kind(2u));
  if (likely(a > 3))
    printf("likely\n");
  printf("%d %d\n", __builtin_constant_p(5), __builtin_types_compatible_p(int, signed));
  printf("%d %d\n", (int)offsetof(struct item, n), (int)sizeof(struct item));
  printf("%d\n", __builtin_choose_expr(1, a, "never"));
  printf("%d %d\n", vla(3), vla(5));
  char *p = alloca(10);
  for (int i = 0; i < 10; i++)
    p[i] = (char)(i * 3);
  printf("%d\n", p[9]);
  int array[3] = {1, 2, 3};
  printf("%d\n", sum(sizeof array / sizeof *array, array));
  printf("%d %d\n", (int)_Alignof(long long) >= 4, (int)__alignof__(struct item));
  __extension__ typedef long long ll;
  ll x = 5;
  printf("%lld\n", x ?: 1LL);
  asm volatile("" ::: "memory");
  printf("%s %d\n", __func__, (int)sizeof(__func__));
  union wide w = (union wide)3LL;
  printf("%d\n", w.c[0]);
  int n = 4;
  int *q = (int[]){n, n + 1, n + 2};
  printf("%d\n", q[2]);
  struct item list[2] = {{'a', 1}, {'b', 2}};
  list[0].n = list[1].n + 5;
  printf("%d %c\n", list[0].n, list[1].c);
  unsigned swapped = __builtin_bswap32(0x01020304u);
  printf("%x\n", swapped);
  int out;
  printf("%d ", __builtin_add_overflow(2147483647, a, &out));
  printf("%d ", __builtin_mul_overflow(1000, 1000, &out));
  printf("%d\n", out);
  unsigned uo;
  printf("%d ", __builtin_sub_overflow(3u, 5u, &uo));
  printf("%u\n", uo);
  const int fixed = 6;
  switch (a) {
    int skipped;
  case 4:
    skipped = fixed;
    printf("%d\n", skipped);
  }
  int size = 2;
  for (int i = 0; i < 3; i++) {
    int grow[size];
    grow[size - 1] = i;
    size += grow[size - 1];
  }
  printf("%d %d\n", size, (int)sizeof(int[size]));
  return 0;
}
