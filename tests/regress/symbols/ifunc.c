// KLEENE: expect=unknown exit=5 reason=ifunc engines=one
static int one(void) { return 1; }
static int (*choose(void))(void) { return one; }
int f(void) __attribute__((ifunc("choose")));
int main(void) { return f(); }
