// sscanf with formats that are known when the program is read, compared line by line with glibc.
#include <stdio.h>

static void number_cases(const char *text) {
#define NUMBERS(format) \
  do { \
    int a = -7, b = -8, c = -9; \
    int n = sscanf(text, format, &a, &b, &c); \
    printf("[%s] [%s]: %d %d %d %d\n", text, format, n, a, b, c); \
  } while (0)
  NUMBERS("%d %d %d");
  NUMBERS("%i,%i,%i");
  NUMBERS("%x %o %d");
  NUMBERS("%2d%3d%d");
  NUMBERS("%d%*d%d%n");
  NUMBERS("a%db%dc%d");
  NUMBERS("%u %% %u %d");
  NUMBERS("%d%% %d \t %d");
}

static void word_cases(const char *text) {
#define WORDS(format) \
  do { \
    char a[40] = "?", b[40] = "?"; \
    int end = -1; \
    int n = sscanf(text, format, a, b, &end); \
    printf("[%s] [%s]: %d [%s] [%s] %d\n", text, format, n, a, b, end); \
  } while (0)
  WORDS("%s %s%n");
  WORDS("%3s%s%n");
  WORDS("%[a-c]%[^ ]%n");
  WORDS("%[]x]%s%n");
  WORDS("%5[^,],%s%n");
  WORDS("%*[a-cx-]%[^]a]%s");
  WORDS("%*s%s%s");
  WORDS(" %s %[ w]%n");
}

static void sizes(const char *text) {
  long l = -1;
  long long ll = -1;
  unsigned u = 1;
  unsigned long ul = 1;
  short h = -1;
  signed char hh = -1;
  char c[4] = "???";
  int n = sscanf(text, "%ld", &l);
  n += sscanf(text, "%lld", &ll);
  n += sscanf(text, "%u", &u);
  n += sscanf(text, "%lx", &ul);
  n += sscanf(text, "%hd", &h);
  n += sscanf(text, "%hhd", &hh);
  n += sscanf(text, "%c%2c", c, c + 1);
  n += sscanf(text, "%*c%*2c%*[0-9]%*s") + sscanf(text, "") + sscanf(text, "   ");
  printf("%s: %d %ld %lld %u %lu %d %d %s\n", text, n, l, ll, u, ul, h, hh, c);
}

int main(void) {
  static const char *texts[] = {"1 2 3", " -12,0x1f,077", "ff 17 9", "123456 7", "+5 -6 +7", "a1b2c3", "", "  ", "-", "x",
                                "99999999999999999999", "-99999999999999999999", "5 % 6 7", "007", "12-3", "- 5", "1,2", "0", "5%6 7"};
  static const char *lines[] = {"abc def", "  hello   world ", "abcabcxyz q", "]]xx y", "key,value", "", "one", "a-b]c"};
  for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++) {
    number_cases(texts[t]);
    sizes(texts[t]);
  }
  for (unsigned t = 0; t < sizeof lines / sizeof *lines; t++)
    word_cases(lines[t]);
  return 0;
}
