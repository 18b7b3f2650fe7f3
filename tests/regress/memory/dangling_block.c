// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=8 native=yes engines=one
int main(void) {
  int *p = 0;
  {
    int x = 3;
    p = &x;
  }
  return *p;
}
