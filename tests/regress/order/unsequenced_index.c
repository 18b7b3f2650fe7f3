// KLEENE: expect=true
// An index is read on one side and written on the other.
void reach_error(void);
int cells[8];
int main(void) {
  int i = 1;
  cells[i] = i++;
  if (cells[1] == 1 || cells[2] == 1)
    reach_error();
  return 0;
}
