// KLEENE: expect=false(unreach-call) line=7 native=yes engines=one
// The last is the first; one that is registered meanwhile comes next.
#include <assert.h>
#include <stdlib.h>
static int log;
static void first(void) { log = 10 * log + 1; }
static void last(void) { assert(log != 231); }
static void third(void) { log = 10 * log + 3; }
static void second(void) {
  log = 10 * log + 2;
  atexit(third);
}
int main(void) {
  atexit(last);
  atexit(first);
  atexit(second);
  exit(0);
}
