// PLACEMENT: open
void reach_error(void);
static int f(void) { return 1; }
static int g(void) { return 2; }
int (*volatile p)(void) = f;
int (*volatile q)(void) = g;
int main(void) { if ((unsigned long)p < (unsigned long)q) reach_error(); return 0; }
