// KLEENE: expect=false(unreach-call) line=16 native=yes inputs=20
// KLEENE: args="--integers math" expect=false(unreach-call) native=no
// The call is deep in a recursion with two calls.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20)
    return 0;
  if (fibonacci(n) == 6765)
    reach_error();
  return 0;
}
