// SPDX-License-Identifier: Apache-2.0
// Models of functions that run at the end, as C that the front end reads like any other file: where atexit is called.
// glibc runs them before destructors, the last first; one that is registered meanwhile comes next.
void __kleene_beyond(void);

enum { MOST = 32 };
static void (*registered[MOST])(void);
static int number;

int atexit(void (*function)(void)) {
  if (number == MOST) __kleene_beyond();
  registered[number++] = function;
  return 0;
}

__attribute__((destructor)) void __kleene_run_at_exit(void) {
  while (number > 0) {
    --number;
    registered[number]();
  }
}
