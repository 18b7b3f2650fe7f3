// PLACEMENT: open
#include <stdlib.h>
void reach_error(void);
int main(void) { char *p = malloc(0x7fffffffffffffffUL); if (!p) reach_error(); return 0; }
