// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Records of several widths, moved as bytes.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct record {
  unsigned char kind;
  short size;
  int value;
};

int main(void) {
  struct record a[3], b[3];
  for (int i = 0; i < 3; i++) {
    memset(&a[i], 0, sizeof a[i]);
    a[i].kind = __VERIFIER_nondet_uchar();
    a[i].size = __VERIFIER_nondet_short();
    a[i].value = __VERIFIER_nondet_int();
  }
#ifdef SEEDED
  memset(b, 0, sizeof b);
  memcpy(b, a, sizeof a - 4);
#else
  memcpy(b, a, sizeof a);
#endif
  for (int i = 0; i < 3; i++)
    assert(b[i].kind == a[i].kind && b[i].size == a[i].size && b[i].value == a[i].value);
  assert(memcmp(a, b, sizeof a) == 0);
  return 0;
}
