// SPDX-License-Identifier: Apache-2.0
// Models of functions that ask the world: standard input, files, time, random numbers. The front end reads them
// like any other file when a program calls one of them without defining it; where they cannot really be asked in
// a native run, compilers read this text, too. What the world says is an input, __kleene_input_X.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
#ifndef KLEENE_NATIVE
void __VERIFIER_assume(int condition);
_Bool __kleene_choice(void);
#endif

// ---- Arguments of main

unsigned char __kleene_input_argv(void);

void __kleene_argument(char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char c = __kleene_input_argv();
    __VERIFIER_assume(c != 0);
    text[i] = (char)c;
  }
  text[length] = 0;
}

// ---- Standard input: bytes, then its end, which stays. Not static: functions without body may change it.

int __kleene_input_stdin(void);
int __kleene_stdin_ended;
int __kleene_stdin_pushed = -1; // a byte that comes first, or -1

static int stdin_byte(void) {
  if (__kleene_stdin_pushed >= 0) {
    int pushed = __kleene_stdin_pushed;
    __kleene_stdin_pushed = -1;
    return pushed;
  }
  if (__kleene_stdin_ended) return -1;
  int c = __kleene_input_stdin();
  __VERIFIER_assume(-1 <= c && c <= 255);
  if (c < 0) __kleene_stdin_ended = 1;
  return c;
}

int getchar(void) {
  return stdin_byte();
}

int getchar_unlocked(void) {
  return stdin_byte();
}
