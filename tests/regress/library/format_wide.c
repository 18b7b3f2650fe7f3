// KLEENE: expect=unknown engines=one
#include <stdio.h>
#include <wchar.h>
void reach_error(void);
int main(void) {
  int x = 0;
  if (printf("%ls", L"abc") == 3) x = 1;
  if (x) reach_error();
  return 0;
}
