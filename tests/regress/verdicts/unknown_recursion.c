// KLEENE: args="--property termination --engine fuzz" expect=unknown
// Whether the recursion ends is up to a function that nobody knows.
extern int unknown(void);
int again(int n) {
  return unknown() ? n : again(n);
}
int main(void) {
  return again(3);
}
