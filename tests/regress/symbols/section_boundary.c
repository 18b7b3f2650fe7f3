// KLEENE: expect=unknown engines=one args="--time-limit 8"
// KLEENE: command=show shows='location L2 target opaque "boundary of a section (__start_numbers)";'
// The linker decides what lies between.
extern void reach_error(void);
extern int __start_numbers[], __stop_numbers[];
static int one __attribute__((section("numbers"), used)) = 1;
int main(void) {
  if (__start_numbers[0] == 1) reach_error();
  return 0;
}
