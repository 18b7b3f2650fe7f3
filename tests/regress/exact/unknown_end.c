// KLEENE: args="--engine exact --property termination" expect=unknown
// KLEENE: args="--engine exact" expect=unknown
// What the missing function returns decides, and nobody knows it.
extern int missing(void);
extern void reach_error(void);
int main(void) {
  int x = missing();
  int y = x;
  if (y == 7) reach_error();
  while (y == 0)
    ;
  return 0;
}
