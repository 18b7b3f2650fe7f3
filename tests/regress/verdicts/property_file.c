// KLEENE: args="--property tasks/call_bad.prp" expect=false(unreach-call) line=14 native=yes
// KLEENE: args="--property tasks/unreach-call.prp" expect=true
// KLEENE: args="--property tasks/no-overflow.prp" expect=true
// KLEENE: args="--property tasks/label.prp" expect=false(unreach-call) native=yes
// KLEENE: args="--property tasks/memsafety.prp" expect=true
// KLEENE: args="--property tasks/strange.prp" expect=ERROR exit=2 reason="G ! sleeping" line=1
// KLEENE: args="--property tasks/nowhere.prp" expect=ERROR exit=2
// KLEENE: args="--property tasks/coverage.prp" expect=unknown exit=3 reason=coverage
// A property file means exactly what it names.
extern int __VERIFIER_nondet_int(void);
void bad(void) {}
int main(void) {
  if (__VERIFIER_nondet_int() == 1)
    bad();
  if (__VERIFIER_nondet_int() == 2)
    goto WRONG;
  return 0;
WRONG:
  return 1;
}
