// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=5 native=yes engines=one
int main(void) {
  int a[3] = {1, 2, 3};
  int s = 0;
  for (int *p = a; p <= a + 3; p++) s += *p;
  return s;
}
