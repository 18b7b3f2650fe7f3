// KLEENE: args="--property pointer-overflow --time-limit 60" expect=false(pointer-overflow) line=6 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = __VERIFIER_nondet_int() == 7 ? 0 : "text";
  char *q = p + 1;
  return q != p;
}
