// KLEENE: expect=ERROR exit=2 line=5
// KLEENE: command=run exit=2 line=5
// KLEENE: command=show exit=2
int main(void) {
  int x = ;
  return x;
}
