// KLEENE: args="--property valid-deref --time-limit 60" expect=true engines=one
int main(void) {
  int a[3] = {1, 2, 3};
  int s = 0;
  for (int *p = a; p != a + 3; p++) s += *p;
  return s;
}
