// KLEENE: args="--engine intervals" expect=unknown exit=5 reason="table of unknown size"
extern void reach_error(void);
extern int table[];
int main(void) {
  if (table[3]) reach_error();
  return 0;
}
