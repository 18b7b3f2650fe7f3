// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A matrix transposed in place.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void transpose(int m[3][3]) {
  for (int i = 0; i < 3; i++)
#ifdef SEEDED
    for (int k = 0; k < 3; k++) {
#else
    for (int k = 0; k < i; k++) {
#endif
      int t = m[i][k];
      m[i][k] = m[k][i];
      m[k][i] = t;
    }
}

int main(void) {
  int m[3][3], old[3][3];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) old[i][k] = m[i][k] = __VERIFIER_nondet_int();
  transpose(m);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) assert(m[i][k] == old[k][i]);
  return 0;
}
