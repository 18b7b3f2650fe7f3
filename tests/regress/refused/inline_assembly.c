// KLEENE: expect=unknown exit=3 line=5
// KLEENE: command=run exit=3
int main(void) {
  int x = 1;
  __asm__ volatile("incl %0" : "+r"(x));
  return x;
}
