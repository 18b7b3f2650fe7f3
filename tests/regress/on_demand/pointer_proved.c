// KLEENE: args="--property pointer-overflow --time-limit 60" expect=true engines=one
int main(void) {
  int a[10];
  int *end = a + 10;
  int n = 0;
  for (int *p = a; p != end; p++)
    n++;
  return n + (int)(end - a);
}
