// PLACEMENT: open
#include <stdlib.h>
void reach_error(void);
int main(void) { volatile unsigned long n = 1UL << 33; char *p = calloc(n, n); if (!p) reach_error(); return 0; }
