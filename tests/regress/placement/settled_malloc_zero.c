// PLACEMENT: settled
#include <stdlib.h>
void reach_error(void);
int main(void) { char *p = malloc(0), *q = malloc(0); if (!p || p == q) reach_error(); return 0; }
