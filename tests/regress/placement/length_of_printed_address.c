// PLACEMENT: open
#include <stdio.h>
void reach_error(void);
int x;
int main(void) { char text[40]; if (sprintf(text, "%p", (void *)&x) > 8) reach_error(); return 0; }
