// PLACEMENT: open
#include <stddef.h>
void reach_error(void);
struct whole { long a; int part; };
struct whole w;
static struct whole *whole_of(int *part) { return (struct whole *)((char *)part - offsetof(struct whole, part)); }
int main(void) { whole_of(&w.part)->a = 5; if (w.a == 5) reach_error(); return 0; }
