// KLEENE: expect=unknown exit=5 reason="storage_order.c:8:" engines=one
// Clang does not know the attribute, gcc obeys it.
struct s {
  int i;
} __attribute__((scalar_storage_order("big-endian")));
int main(void) {
  struct s x;
  x.i = 1;
  return *(char *)&x;
}
