// Random formats for vsnprintf, cut off at every length.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static unsigned seed = 3;
static unsigned below(unsigned bound) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % bound;
}

static void print(unsigned room, const char *format, ...) {
  char text[100];
  va_list arguments;
  memset(text, 1, sizeof text);
  va_start(arguments, format);
  int length = vsnprintf(text, room, format, arguments);
  va_end(arguments);
  printf("%d ", length);
  for (unsigned i = 0; i < room && i <= (unsigned)length; i++)
    putchar(text[i] ? text[i] : '0');
  putchar('\n');
}

int main(void) {
  static const char *const sizes[] = {"", "hh", "h", "l", "ll", "j", "z"};
  for (int round = 0; round < 500; round++) {
    char format[32] = "<%";
    unsigned at = 2;
    for (unsigned i = below(4); i > 0; i--)
      format[at++] = "-+ #0"[below(5)];
    if (below(2)) format[at++] = (char)('1' + below(9));
    if (below(2)) {
      format[at++] = '.';
      if (below(4)) format[at++] = (char)('0' + below(10));
    }
    char letter = "diuxXocs"[below(8)];
    unsigned size = letter == 'c' || letter == 's' ? 0 : below(7);
    strcpy(format + at, sizes[size]);
    at += (unsigned)strlen(sizes[size]);
    format[at++] = letter;
    strcpy(format + at, below(8) ? "%%>" : "*");
    long long value = below(5) ? (int)below(3000) - 1500 : (long long)below(65536) << below(48);
    unsigned room = below(3) ? 60 : below(20);
    if (letter == 's')
      print(room, format, &"some text"[below(9)]);
    else if (letter == 'c')
      print(room, format, 'a' + (int)below(26));
    else if (size == 3 || size == 6)
      print(room, format, (long)value);
    else if (size > 3)
      print(room, format, value);
    else
      print(room, format, (int)value);
  }
  int before = 0;
  short half = 0;
  char text[20];
  sprintf(text, "%d", 5);
  print(60, "ab%ncd%hn%s", &before, &half, "!");
  printf("%d %d %s\n", before, half, text);
  return 0;
}
