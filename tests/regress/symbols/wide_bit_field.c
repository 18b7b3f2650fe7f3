// KLEENE: expect=unknown exit=5 reason="wider than int at symbols/wide_bit_field.c:7:" engines=one
// To gcc the sum has 40 bits.
void reach_error(void);
struct S { unsigned long long b : 40; };
int main(void) {
  struct S s = {0xFFFFFFFFFFULL};
  if (s.b + 1 == 0) reach_error();
  return 0;
}
