// KLEENE: args="--property valid-memtrack --time-limit 60" expect=false(valid-memtrack) native=yes engines=one
// The record that leads to the memory dies with its function.
#include <stdlib.h>
struct text { char *begin; int length; };
static void fill(struct text *t) {
  t->begin = malloc(4);
  t->length = 4;
}
int main(void) {
  struct text t;
  fill(&t);
  return t.length - 4;
}
