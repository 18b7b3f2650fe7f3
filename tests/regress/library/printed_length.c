// KLEENE: expect=true engines=one args="--engine bmc --property valid-deref"
// KLEENE: expect=false(valid-deref) engines=one native=yes args="-D TEXT --property valid-deref" line=17
// KLEENE: expect=false(valid-deref) engines=one native=yes args="-D UNENDED --property valid-deref" line=21
// Widths and precisions say how much is read and written.
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char room[12];
  char three[3] = {'a', 'b', 'c'};
  int number = __VERIFIER_nondet_int();
  sprintf(room, "%d", number);
  sprintf(room, "%8.3s|", three);
  printf("%-20s|%*d %.3s\n", "text", number & 7, number, three);
#ifdef TEXT
  sprintf(room, "%s%10s", "ab", "cd");
#endif
#ifdef UNENDED
  if (number == 7)
    printf("%-20.4s|\n", three);
#endif
  return 0;
}
