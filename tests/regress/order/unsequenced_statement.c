// KLEENE: expect=unknown exit=5 reason=unsequenced engines=one
// What a statement expression writes is not sequenced with what its neighbour reads.
void reach_error(void);
int main(void) {
  int x = 1;
  int sum = x + ({
              x = 2;
              x;
            });
  if (sum == 4) reach_error();
  return 0;
}
