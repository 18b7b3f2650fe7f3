// KLEENE: expect=false(unreach-call) native=yes
// The size of a type is evaluated where the type is declared, and only there.
void reach_error(void);
int main(void) {
  int n = 3;
  typedef char row[n++];
  n = 50;
  row a, b;
  __typeof__(a) c;
  char(*p)[n] = 0;
  n = 60;
  if (sizeof a + sizeof b + sizeof c == 9 && sizeof *p == 50 && sizeof(char[++n]) == 61 && n == 61)
    reach_error();
  return 0;
}
