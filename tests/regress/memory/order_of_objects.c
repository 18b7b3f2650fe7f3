// KLEENE: args="--property def-behavior --time-limit 60" expect=false(def-behavior) line=5 native=yes engines=one
int main(void) {
  int a[2] = {0}, b[2] = {0};
  int *p = a, *q = b;
  if (p < q) return a[0];
  return b[0];
}
