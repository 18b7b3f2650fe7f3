// KLEENE: args="--time-limit 4" expect=unknown engines=one
// The same with a variable, which is read through its address.
void reach_error(void);
void other(void);
__attribute__((weak)) const int x = 5;
static const int *const p = &x;
int main(void) {
  if (*p == 7) reach_error();
  other();
  return 0;
}
