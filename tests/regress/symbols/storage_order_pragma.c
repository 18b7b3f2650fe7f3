// KLEENE: expect=unknown exit=3 line=2 reason=pragma engines=one
#pragma scalar_storage_order big-endian
struct s {
  int i;
};
int main(void) {
  struct s x = {1};
  return *(char *)&x;
}
