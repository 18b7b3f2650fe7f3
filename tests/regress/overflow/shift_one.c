// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=5 native=yes
// Neither does the sign bit alone.
int main(void) {
  int one = 1;
  int x = one << 31;
  return x == 0;
}
