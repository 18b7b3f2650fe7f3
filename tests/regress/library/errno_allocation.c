// KLEENE: expect=unknown engines=one
// KLEENE: args="-D PRODUCT" expect=unknown engines=one
// KLEENE: args="-D GROWN" expect=unknown engines=one
// A request that is refused sets errno, to a value that nobody knows here.
#include <errno.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  errno = 0;
#if defined PRODUCT
  char *p = calloc((size_t)-1, 2);
#elif defined GROWN
  char *p = realloc(malloc(3), (size_t)-1);
#else
  char *p = malloc((size_t)-1);
#endif
  if (p == 0 && errno != 0) reach_error();
  return 0;
}
