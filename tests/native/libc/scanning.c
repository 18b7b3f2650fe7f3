// sscanf and div, compared line by line with glibc.
#include <stdio.h>
#include <stdlib.h>

static unsigned state = 12345;

static unsigned next(unsigned limit) {
  state = state * 1103515245u + 12345u;
  return (state >> 16) % limit;
}

static void numbers(const char *text, const char *format) {
  int a = -7, b = -8, c = -9;
  int n = sscanf(text, format, &a, &b, &c);
  printf("[%s] [%s]: %d %d %d %d\n", text, format, n, a, b, c);
}

static void wide(const char *text) {
  long l = -1;
  long long ll = -1;
  unsigned u = 1;
  unsigned long ul = 1;
  short h = -1;
  signed char hh = -1;
  int n = sscanf(text, "%ld", &l);
  n += sscanf(text, "%lld", &ll);
  n += sscanf(text, "%u", &u);
  n += sscanf(text, "%lx", &ul);
  n += sscanf(text, "%hd", &h);
  n += sscanf(text, "%hhd", &hh);
  printf("%s: %d %ld %lld %u %lu %d %d\n", text, n, l, ll, u, ul, h, hh);
}

static void words(const char *text, const char *format) {
  char a[40] = "?", b[40] = "?";
  int end = -1;
  int n = sscanf(text, format, a, b, &end);
  printf("[%s] [%s]: %d [%s] [%s] %d\n", text, format, n, a, b, end);
}

static void divisions(int a, int b) {
  div_t d = div(a, b);
  ldiv_t l = ldiv(a, b);
  lldiv_t ll = lldiv(a, b);
  printf("%d/%d: %d %d %ld %ld %lld %lld\n", a, b, d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
}

int main(void) {
  static const char *formats[] = {"%d %d %d", "%i,%i,%i", "%x %o %d", "%2d%3d%d", "%d%*d%d%n", "a%db%dc%d", "%u %% %u %d"};
  static const char *texts[] = {"1 2 3", " -12,0x1f,077", "ff 17 9", "123456 7", "+5 -6 +7", "a1b2c3", "", "  ", "-", "x",
                                "99999999999999999999", "-99999999999999999999", "5 % 6 7", "007", "12-3", "- 5", "1,2", "0"};
  for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++)
    for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
      numbers(texts[t], formats[f]);
  for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
    wide(texts[t]);
  static const char *shapes[] = {"%s %s%n", "%3s%s%n", "%[a-c]%[^ ]%n", "%[]x]%s%n", "%5[^,],%s%n", "%*s%s%s"};
  static const char *lines[] = {"abc def", "  hello   world ", "abcabcxyz q", "]]xx y", "key,value", "", "one"};
  for (unsigned f = 0; f < sizeof shapes / sizeof *shapes; f++)
    for (unsigned t = 0; t < sizeof lines / sizeof *lines; t++)
      words(lines[t], shapes[f]);
  char text[12];
  for (int i = 0; i < 150; i++) {
    unsigned length = next(10);
    for (unsigned j = 0; j < length; j++)
      text[j] = " 0123456789-+afAF"[next(17)];
    text[length] = 0;
    numbers(text, formats[next(4)]);
  }
  char c[4] = "???";
  int n = sscanf("xyz", "%c%2c", c, c + 1);
  printf("%d %s\n", n, c);
  divisions(7, 2);
  divisions(-7, 2);
  divisions(7, -2);
  divisions(-2147483647, 3);
  return 0;
}
