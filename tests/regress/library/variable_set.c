// KLEENE: args="--property unreach-call --engine fuzz" expect=false(unreach-call) native=yes line=11 engines=one
// KLEENE: command=run args="-DRIGHT --input 1,0" ending=returned
// What was set is found again, unless there was no room for it.
#include <stdlib.h>
#include <string.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  int set = setenv("MODE", "fast", 1);
#ifndef RIGHT
  if (set != 0) reach_error();
#else
  if (set == 0 && strcmp(getenv("MODE"), "fast") != 0) reach_error();
  if (setenv("A=B", "x", 1) == 0 || setenv("", "x", 1) == 0) reach_error();
  unsetenv("MODE");
  if (getenv("MODE")) reach_error();
#endif
  return 0;
}
