// KLEENE: expect=unknown reason="nobody knows"
extern void reach_error(void);

int main(void) {
  int x;
  if (x == 0)
    reach_error();
  return 0;
}
