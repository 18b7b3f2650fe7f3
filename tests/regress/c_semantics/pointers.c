// Pointers: arithmetic, comparison, casts, arrays of arrays, strings, pointers to pointers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int value;
  struct node *left, *right;
};

static struct node *insert(struct node *t, int v) {
  if (!t) {
    t = malloc(sizeof *t);
    t->value = v;
    t->left = t->right = NULL;
    return t;
  }
  if (v < t->value)
    t->left = insert(t->left, v);
  else
    t->right = insert(t->right, v);
  return t;
}
static int walk(const struct node *t) {
  return t ? walk(t->left) * 3 + t->value + walk(t->right) * 7 : 1;
}
static void drop(struct node *t) {
  if (!t)
    return;
  drop(t->left);
  drop(t->right);
  free(t);
}
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
static int total(int rows, int m[][4]) {
  int s = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 4; j++)
      s = s * 2 + m[i][j];
  return s;
}
static int global = 5;
static int *pointer = &global;
static int **twice = &pointer;
static char text[] = "mutable";
static const char *const words[] = {"alpha", "beta", "gamma"};
static int grid[3][4] = {{1, 2}, {3}};
static int *second = &grid[1][0];
static struct node root = {1, &root, 0};

int main(void) {
  int a = 1, b = 2;
  swap(&a, &b);
  printf("%d %d\n", a, b);
  **twice = 9;
  pointer = &a;
  **twice += 5;
  printf("%d %d %d\n", global, a, *pointer);
  int v[6] = {5, 4, 3, 2, 1};
  int *p = v + 4, *q = &v[1];
  printf("%d %d %d %d\n", (int)(p - q), p > q, p[-1], *(q + 2));
  p -= 3;
  printf("%d %d\n", p == q, !(p != q));
  for (int *r = v; r != v + 6; ++r)
    *r *= 2;
  printf("%d %d\n", v[0], 3 [v]);
  text[0] = 'M';
  char *s = text;
  while (*s != 't')
    s++;
  *s = 'T';
  printf("%s %d\n", text, (int)sizeof text);
  printf("%s %c %d\n", words[1], *words[2], (int)strlen(words[0]));
  grid[2][3] = total(3, grid);
  second[1] = 8;
  printf("%d %d %d\n", grid[2][3], grid[1][1], (int)(sizeof grid / sizeof grid[0]));
  int(*row)[4] = grid + 1;
  printf("%d %d\n", (*row)[0], row[1][3]);
  struct node *t = 0;
  int keys[] = {5, 2, 8, 1, 9, 3};
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
    t = insert(t, keys[i]);
  printf("%d\n", walk(t));
  drop(t);
  printf("%d\n", root.left->left->value);
  unsigned char *bytes = (unsigned char *)&global;
  global = 0x11223344;
  printf("%x %x\n", bytes[0], bytes[3]);
  bytes[1] = 0;
  printf("%x\n", global);
  *(short *)(bytes + 2) = -1;
  printf("%x\n", global);
  uintptr_t number = (uintptr_t)&global;
  *(int *)number = 12;
  printf("%d %d\n", global, (int)offsetof(struct node, right) / (int)sizeof(void *));
  void *any = &v[2];
  printf("%d\n", *(int *)any + *(int *)((char *)any + sizeof(int)));
  int **rows = malloc(3 * sizeof *rows);
  for (int i = 0; i < 3; i++) {
    rows[i] = calloc(4, sizeof(int));
    rows[i][i] = i + 1;
  }
  int sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      sum = sum * 2 + rows[i][j];
  rows[0] = realloc(rows[0], 8 * sizeof(int));
  rows[0][7] = 4;
  printf("%d %d\n", sum, rows[0][0] + rows[0][7]);
  for (int i = 0; i < 3; i++)
    free(rows[i]);
  free(rows);
  free(0);
  char buffer[32];
  memset(buffer, 'x', sizeof buffer);
  memcpy(buffer, "copy", 5);
  memmove(buffer + 2, buffer, 5);
  printf("%s\n", buffer);
  const char *empty = "";
  printf("%d %s\n", *empty, "literal" + 3);
  char *np = NULL;
  printf("%d %d\n", np == 0, !np);
  int local[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int *flat = local[1];
  printf("%d %d\n", flat[2], (int)(&local[1][2] - &local[1][0]));
  return 0;
}
