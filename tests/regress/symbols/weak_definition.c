// KLEENE: expect=true engines=one
// KLEENE: args="--svcomp" expect=true engines=one
// Nothing is missing: the weak definitions count.
void reach_error(void);
__attribute__((weak)) int x = 5;
__attribute__((weak)) int f(void) { return 1; }
int main(void) {
  if (f() + x != 6) reach_error();
  return 0;
}
