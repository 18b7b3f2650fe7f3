// KLEENE: expect=unknown
// What a function without body returns is not known to anybody: no execution rests on it.
extern int mystery(void);
extern void reach_error(void);

int main(void) {
  if (mystery() == 0)
    reach_error();
  return 0;
}
