// PLACEMENT: settled
#include <stdlib.h>
void reach_error(void);
int main(void) { int *p = calloc(3, sizeof *p); if (!p || p[2]) reach_error(); free(p); return 0; }
