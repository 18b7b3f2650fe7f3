// PLACEMENT: open
void reach_error(void);
static int x;
int main(void) { int y = 1; if ((unsigned long)&y < (unsigned long)&x) return 0; reach_error(); return y; }
