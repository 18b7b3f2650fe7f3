// PLACEMENT: open
#include <stdlib.h>
void reach_error(void);
int main(void) {
  int buckets[4] = {0, 0, 0, 0};
  for (int i = 0; i < 4; i++) buckets[(unsigned long)malloc(40) / 48 % 4]++;
  if (buckets[0] == 1 && buckets[1] == 1 && buckets[2] == 1 && buckets[3] == 1) return 0;
  reach_error();
  return 0;
}
