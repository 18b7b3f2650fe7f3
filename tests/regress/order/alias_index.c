// KLEENE: expect=true
// The index is written through a pointer while it is read by its name.
void reach_error(void);
int cells[4];
int main(void) {
  int i = 1;
  int *p = &i;
  cells[i] = (*p)++;
  reach_error();
  return 0;
}
