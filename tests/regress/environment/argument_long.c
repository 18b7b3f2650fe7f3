// KLEENE: args="--property valid-deref --engine fuzz" expect=false(valid-deref) line=10 native=yes engines=one
// Arguments have any length, without an option that says so.
#include <stdio.h>
#include <string.h>

static void greet(const char *name) {
  char line[64];
  strcpy(line, "hello, ");
  if (strlen(name) < 3) return;
  strcat(line, name);
  puts(line);
}

int main(int argc, char **argv) {
  if (argc == 2) greet(argv[1]);
  return 0;
}
