// KLEENE: command=run ending=returned stdout="error: 12 apples\n"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int own = 1;

static void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("error: ", stdout);
  vprintf(format, arguments);
  va_end(arguments);
}

static int make(char *to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsprintf(to, format, arguments);
  va_end(arguments);
  return length;
}

int main(void) {
  char text[16];
  assert(make(text, "%d %s%n", 12, "apples", &own) == 9);
  assert(strcmp(text, "12 apples") == 0 && own == 9);
  say("%s\n", text);
  return own == 1;
}
