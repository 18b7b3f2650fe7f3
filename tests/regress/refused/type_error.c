// KLEENE: expect=ERROR exit=2 line=6
struct s {
  int a;
};
int main(void) {
  struct s x = 5;
  return x.a;
}
