// KLEENE: expect=true args="--engine bmc"
// The start-up code looks at sections with exact names.
extern void reach_error(void);
__attribute__((section(".init.text"))) static int begin(void) { return 1; }
int main(void) {
  if (begin() != 1) reach_error();
  return 0;
}
