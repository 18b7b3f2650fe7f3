// KLEENE: expect=false(unreach-call) native=yes
// KLEENE: args="--data-model ILP32" expect=false(unreach-call) native=yes
// Inputs of all widths reach the native run unchanged.
extern char __VERIFIER_nondet_char(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  if (__VERIFIER_nondet_char() != -128) return 0;
  if (__VERIFIER_nondet_ushort() != 65535) return 0;
  if (__VERIFIER_nondet_longlong() != -9223372036854775807LL - 1) return 0;
  if (__VERIFIER_nondet_ulong() != ~0UL) return 0;
  if (!__VERIFIER_nondet_bool()) return 0;
  reach_error();
  return 0;
}
