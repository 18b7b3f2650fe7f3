// KLEENE: expect=false(unreach-call) line=18 engines=one args="--property unreach-call --engine bmc" shows="* step(&a, __VERIFIER_nondet_int());  __VERIFIER_nondet_int() = 5                     main:16 ;; if (x > 3 || o->mode == 1)        is true                                         step:8 ;; *   o->heat = x;                      a.heat = 5                                      step:9 ;; if (a.mode == 7) break;             is false                                        main:17 ;; > if (a.heat == 5) reach_error();     is true                                         main:18"
// A condition that is false says so, also where the next statement is a loop around it; the variable has its own name, not
// that of a pointer to it; an input that goes straight into a call is shown.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct oven { int mode; int heat; };
static void step(struct oven *o, int x) {
  if (x > 3 || o->mode == 1)
    o->heat = x;
}
int main(void) {
  struct oven a;
  a.mode = 0;
  a.heat = 20;
  while (1) {
    step(&a, __VERIFIER_nondet_int());
    if (a.mode == 7) break;
    if (a.heat == 5) reach_error();
  }
}
