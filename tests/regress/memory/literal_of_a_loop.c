// KLEENE: property=none args="--property valid-deref --engine bmc" expect=false(valid-deref) native=yes line=12 engines=one
// A compound literal ends with the block that it stands in, in each iteration.
struct setting {
  int value;
};
int main(void) {
  struct setting *kept = 0;
  for (int i = 0; i < 2; i++) {
    struct setting *now = &(struct setting){i};
    kept = now;
  }
  return kept->value;
}
