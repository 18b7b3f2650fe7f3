// PLACEMENT: open
void reach_error(void);
static unsigned long seen;
static void f(void) { volatile int x = 1; unsigned long here = (unsigned long)&x; if (here == seen) reach_error(); seen = here; }
int main(void) { f(); f(); return 0; }
