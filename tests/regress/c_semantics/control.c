// Statements: loops, switch with fall-through and ranges, Duff's device, goto into and out of loops.
#include <stdio.h>

static int classify(int c) {
  switch (c) {
  case 0:
  case 1:
    return 10;
  case 2:
    c += 5;
  case 3:
    c++;
    break;
  case 10 ... 19:
    return 11;
  default:
    c = -c;
    break;
  case -5:
    return 12;
  }
  return c;
}

static int duff(char *to, const char *from, int count) {
  int n = (count + 3) / 4, steps = 0;
  switch (count % 4) {
  case 0:
    do {
      *to++ = *from++;
      steps++;
    case 3:
      *to++ = *from++;
      steps++;
    case 2:
      *to++ = *from++;
      steps++;
    case 1:
      *to++ = *from++;
      steps++;
    } while (--n > 0);
  }
  return steps;
}

static int jumps(int n) {
  int sum = 0;
  if (n > 3)
    goto inside;
  for (int i = 0; i < 10; i++) {
    sum += i;
    if (sum > 20)
      goto out;
  inside:
    sum++;
    if (n-- > 3) {
      i = 4;
      goto inside;
    }
  }
out:
  return sum;
}

static int unsigned_switch(unsigned long long x) {
  switch (x) {
  case 0xffffffffffffffffULL:
    return 1;
  case 5:
    return 2;
  }
  switch ((signed char)x) {
  case -1:
    return 3;
  default:
    switch (x & 3) {
    case 1:
      break;
    case 2:
      return 5;
    }
    return 4;
  }
}

static int nested(void) {
  int count = 0;
  for (int i = 0; i < 5; i++) {
    switch (i) {
    case 1:
      continue;
    case 3:
      goto done;
    default:
      break;
    }
    for (int j = 0;; j++) {
      if (j == i)
        break;
      count += 10;
    }
    count++;
  }
done:
  return count;
}

int main(void) {
  for (int i = -6; i < 21; i++)
    printf("%d ", classify(i));
  printf("\n");
  char a[16] = {0};
  int steps = 0;
  for (int i = 1; i < 14; i++)
    steps = steps * 3 + duff(a, "hello, world!", i);
  printf("%s %d\n", a, steps);
  for (int i = 0; i < 7; i++)
    printf("%d ", jumps(i));
  printf("\n%d %d %d %d %d\n", unsigned_switch(-1), unsigned_switch(5), unsigned_switch(255),
         unsigned_switch(6), unsigned_switch(1));
  printf("%d\n", nested());
  int k = 5;
again:
  if (k-- > 0) {
    int fresh = k * 2;
    printf("%d ", fresh);
    goto again;
  }
  printf("\n");
  int n = 3;
  while (n) {
    n--;
    if (n == 1)
      continue;
    printf("n%d ", n);
  }
  for (;;) {
    if (++n > 3)
      break;
  }
  printf("%d\n", n);
  switch (n)
  case 4:
    printf("single\n");
  switch (7) {
    int unreachable = 3;
  default:
    unreachable = 4;
    printf("%d\n", unreachable);
  }
  if (0) {
  hidden:
    printf("hidden\n");
    return 42;
  }
  goto hidden;
}
