// KLEENE: expect=unknown exit=5 reason="assembly at file scope" engines=one
int a = 1;
__asm__(".globl b\n.set b, a");
extern int b;
int main(void) { return b; }
