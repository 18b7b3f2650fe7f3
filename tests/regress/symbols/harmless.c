// KLEENE: expect=true engines=one
// Attributes that only gcc knows and that change nothing a program can see.
void reach_error(void);
__attribute__((noclone, noipa, externally_visible, optimize("O2"), access(read_only, 1), no_icf, foo))
int f(const int *p) { return *p; }
struct __attribute__((designated_init)) s { int i; };
int main(void) {
  struct s x = {.i = 3};
  if (f(&x.i) != 3) reach_error();
  return 0;
}
