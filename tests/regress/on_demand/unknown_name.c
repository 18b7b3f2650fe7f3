// KLEENE: args="--check no-such" property=none exit=1 reason="unknown check 'no-such': it should be unsigned-overflow" engines=one
// KLEENE: args="--check nan --label L" property=none exit=1 reason="--check goes with" engines=one
int main(void) {
L:
  return 0;
}
