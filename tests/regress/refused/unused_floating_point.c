// KLEENE: property=none expect=true
// KLEENE: command=run ending=returned exit=0
// What cannot be reached from main does not count.
long double half(long double x) {
  return x / 2;
}
int main(void) {
  return 0;
}
