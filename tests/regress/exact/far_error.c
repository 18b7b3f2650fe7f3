// KLEENE: args="--engine exact" expect=false(unreach-call)
// KLEENE: args="--engine exact --integers math" expect=false(unreach-call)
// Ten thousand million rounds lie before the error.
extern void reach_error(void);
int main(void) {
  int i = 0, j, s = 0;
  while (i < 100000) {
    for (j = 0; j < 100000; j++) s = 1;
    i++;
  }
  if (s == 1) reach_error();
  return 0;
}
