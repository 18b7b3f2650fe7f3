// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=9 native=yes engines=one
static int *leak(void) {
  int x = 3;
  int *p = &x;
  return p;
}
int main(void) {
  int *p = leak();
  return *p;
}
