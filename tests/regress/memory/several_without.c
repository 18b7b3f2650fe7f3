// KLEENE: args="--property safety,-no-overflow --time-limit 60" expect=true engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  return n + 1;
}
