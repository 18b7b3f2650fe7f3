// KLEENE: args="--engine termination --property termination" expect=unknown
// Nothing is read, so nothing ends it.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char s[4] = "abc";
  char *p = s;
  while (p) p += 2;
  return 0;
}
