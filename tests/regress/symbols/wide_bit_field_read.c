// KLEENE: expect=true engines=one
// Reading, writing and arithmetic in a type of 64 bits are the same to both compilers.
void reach_error(void);
struct S { unsigned long long b : 40; };
int main(void) {
  struct S s = {0xFFFFFFFFFFULL};
  unsigned long long x = s.b;
  if (x + 1 != 0x10000000000ULL || s.b + 1ULL != 0x10000000000ULL) reach_error();
  s.b = x + 5;
  if (!s.b || (unsigned long long)s.b != 4) reach_error();
  return 0;
}
