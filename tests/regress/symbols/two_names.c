// KLEENE: expect=unknown exit=5 reason="two_names.c:7:" engines=one
// Whether gcc takes two names of one symbol for one object depends on how it came to know.
void reach_error(void);
int a;
extern int b __asm__("a");
int main(void) {
  if (&a == &b) reach_error();
  return 0;
}
