// Random command lines for getopt and getopt_long, with every order of words and options.
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

static unsigned seed = 7;
static unsigned below(unsigned bound) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % bound;
}

static int flag;
static const struct option options[] = {
    {"alpha", 0, 0, 'A'}, {"alpine", 1, 0, 'B'}, {"beta", 2, 0, 300},
    {"flag", 0, &flag, 7}, {"flagged", 0, &flag, 7}, {0, 0, 0, 0},
};
static char *const words[] = {
    "-a", "-b", "-bx", "-ab", "-c", "-cq", "--", "-", "x", "y", "--alpha", "--alp", "--alpi=3", "--beta",
    "--beta=q", "--flag", "--fl", "-d", "-abx", "--alpha=1", "-:", "--nope",
};
static const char *const letters[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "+:ab:c::", "abc"};

int main(void) {
  char *line[8];
  opterr = 0;
  for (int round = 0; round < 300; round++) {
    int count = 1 + (int)below(6);
    line[0] = "program";
    for (int i = 1; i < count; i++)
      line[i] = words[below(sizeof words / sizeof *words)];
    line[count] = 0;
    const char *wanted = letters[below(6)];
    int with_long = (int)below(2);
    optind = 0;
    for (int found = 0; found != -1;) {
      int index = -5;
      flag = 0;
      found = with_long ? getopt_long(count, line, wanted, options, &index) : getopt(count, line, wanted);
      int wrong = found == '?' || found == ':' ? optopt : 0;
      printf("%d/%d/%d/%d/%d/%s ", found, optind, index, flag, wrong, optarg ? optarg : "none");
    }
    for (int i = 1; i < count; i++)
      printf(" %s", line[i]);
    putchar('\n');
  }
  return 0;
}
