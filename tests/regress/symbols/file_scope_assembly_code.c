// KLEENE: args="--label EXPORTED --engine explicit-value" expect=unknown exit=5
// KLEENE: args="--label HIDDEN --engine explicit-value" expect=true assumes=file-scope-assembly
// Assembly at file scope is a unit of its own: it runs where it is called, and cannot name what is static.
__asm__(".text\n.globl step\nstep: ret");
void step(void);
int exported = 1;
static int hidden = 1;
int main(void) {
  step();
  if (exported != 1) {
  EXPORTED:;
  }
  if (hidden != 1) {
  HIDDEN:;
  }
  return 0;
}
