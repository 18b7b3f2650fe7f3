// KLEENE: property=none args="--property valid-deref --engine bmc" expect=false(valid-deref) native=yes line=12 engines=one
// What belongs to a selection is a block, with or without braces.
struct setting {
  int value;
};
int __VERIFIER_nondet_int(void);
int main(void) {
  struct setting standard = {0};
  struct setting *chosen = &standard;
  if (__VERIFIER_nondet_int())
    chosen = &(struct setting){1};
  return chosen->value;
}
