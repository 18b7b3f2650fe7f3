// KLEENE: expect=false(unreach-call) native=yes
// Side effects that are sequenced: before a call, on the left of a comma, in the branch that is not taken; and
// assignments in a row, which write the same value.
void reach_error(void);
static int same(int x) { return x; }
int main(void) {
  int i = 1, j = 0, *p = &i, *q = &i, yes = 1;
  i = same(i++);
  if (i != 1) return 0;
  i = (i++, i + 1);
  if (i != 3) return 0;
  i = yes ? 7 : i++;
  if (i != 7) return 0;
  i = j && i++;
  if (i != 0) return 0;
  *p = *q = 4;
  if (i != 4) return 0;
  reach_error();
  return 0;
}
