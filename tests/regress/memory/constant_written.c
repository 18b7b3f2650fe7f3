// KLEENE: args="--property def-behavior --time-limit 60" expect=false(def-behavior) line=4 native=yes engines=one
int main(void) {
  char *p = "abc";
  p[0] = 'x';
  return p[1];
}
