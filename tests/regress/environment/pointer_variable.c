// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// Another unit defines where; it may be the address of cell.
extern void reach_error(void);
extern char *where;
char cell;

int main(void) {
  cell = 'a';
  *where = 'b';
  if (cell != 'a') reach_error();
  return 0;
}
