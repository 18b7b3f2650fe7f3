// KLEENE: command=run exit=0 args="--memory-limit 500"
// Objects of a loop's body do not pile up.
static void touch(char *p) { p[0] = 1; }
int main(void) {
  for (int i = 0; i < 100000; i++) {
    char block[100000 % 5000 + 20000];
    int n = i % 7 + 20000;
    char varying[n];
    touch(block);
    touch(varying);
  }
  return 0;
}
