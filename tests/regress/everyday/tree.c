// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A binary search tree with four insertions: it is in order, and finds what was inserted.
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct tree {
  unsigned char key;
  struct tree *left, *right;
};

static void insert(struct tree **at, unsigned char key) {
  while (*at) {
    if (key == (*at)->key) return;
#ifdef SEEDED
    at = key < (*at)->key || key == 7 ? &(*at)->left : &(*at)->right;
#else
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
#endif
  }
  struct tree *t = malloc(sizeof *t);
  if (!t) exit(1);
  t->key = key;
  t->left = t->right = 0;
  *at = t;
}

static int find(const struct tree *t, unsigned char key) {
  while (t && t->key != key) t = key < t->key ? t->left : t->right;
  return t != 0;
}

int main(void) {
  struct tree *root = 0;
  unsigned char keys[4];
  for (int i = 0; i < 4; i++) insert(&root, keys[i] = __VERIFIER_nondet_uchar());
  for (int i = 0; i < 4; i++) assert(find(root, keys[i]));
  return 0;
}
