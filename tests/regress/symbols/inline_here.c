// KLEENE: expect=true engines=one
// An inline definition that is external as well, and one that no other unit can see.
void reach_error(void);
void other(void);
inline int f(void) { return 1; }
extern int f(void);
static inline int g(void) { return 2; }
int main(void) {
  if (f() + g() != 3) reach_error();
  other();
  return 0;
}
