// KLEENE: args="--engine exact" expect=true
// Nothing but the values themselves says why: they become predicates, also of calls inside calls.
extern void reach_error(void);
int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
int main(void) { if (fib(9) != 34) reach_error(); return 0; }
