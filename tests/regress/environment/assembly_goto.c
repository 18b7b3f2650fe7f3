// KLEENE: args="--label FALLEN --engine bmc" expect=unknown exit=5
// KLEENE: args="--label FIRST --engine bmc" expect=unknown exit=5
// KLEENE: args="--label SECOND --engine bmc" expect=unknown exit=5
// KLEENE: args="--label NEVER --engine bmc" expect=true
// Any of the labels, or behind the statement.
int main(void) {
  int x = 1;
  __asm__ goto("jmp %l1" : : : : first, second);
FALLEN:
  x = 2;
  return 0;
first:
FIRST:
  if (x != 1) {
  NEVER:;
  }
  return 1;
second:
SECOND:
  return 2;
}
