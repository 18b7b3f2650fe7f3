// KLEENE: expect=unknown exit=5 reason="alias_types.c:4:" engines=one
// One object under two types is refused where it is used.
void reach_error(void);
char a[4];
extern int b __asm__("a");
int main(void) {
  b = 1;
  if (a[0] == 1) reach_error();
  return 0;
}
