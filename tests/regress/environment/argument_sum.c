// KLEENE: args="--property safety,-uninit --engine fuzz --stop-at-first" expect=false(no-overflow) line=13 native=yes engines=one
// KLEENE: args="--property safety,-uninit --engine fuzz --stop-at-first -DPARTS" expect=false(valid-deref) line=9 native=yes engines=one
// Numbers near the ends of types stand in no text of the program, and words like 3:7 do not either.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int table[8] = {0}, row = 0, value = 0;
#ifdef PARTS
  if (argc == 2 && sscanf(argv[1], "%d:%d", &row, &value) == 2 && row > 0 && row < 9) table[row] = value;
  return 0;
#endif
  if (argc != 3) return 1;
  int sum = atoi(argv[1]) + atoi(argv[2]);
  return sum < 0 ? 2 : table[0];
}
