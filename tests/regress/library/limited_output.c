// KLEENE: args="--property valid-deref --engine fuzz" expect=false(valid-deref) line=10 native=yes engines=one
// KLEENE: args="--property valid-deref --engine bmc -DSHORT" expect=true engines=one
// The limit may be larger than the memory, as long as the text is not.
#include <stdio.h>
int main(int argc, char **argv) {
  char text[8];
#ifdef SHORT
  return snprintf(text, 100, "%s-%d", "abc", 12);
#else
  return snprintf(text, 100, "%s-%d", "abcdef", 12);
#endif
}
