// KLEENE: expect=false(unreach-call) native=yes
// Comma, conditional, logical operators, declarators and the parts of a full assignment are sequenced.
void reach_error(void);
int count;
static int bump(void) { return ++count; }
int main(void) {
  int i = 1;
  i = (i++, i + 1);
  int a = bump(), b = bump();
  int c = i == 3 ? i-- + 0 : i++;
  i = i + 1;
  int *p = &i;
  *p = *p + 1;
  if (a == 1 && b == 2 && bump() == 3 && (bump(), count) == 4 && c == 3 && i == 4)
    reach_error();
  return 0;
}
