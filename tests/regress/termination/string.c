// KLEENE: args="--engine termination --property termination" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
// A pointer that goes up leaves every object in the end.
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);

unsigned long length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return p - s;
}

unsigned long span(const char *s, const char *set) {
  const char *p = s;
  for (; *p; p++)
    for (const char *q = set; *q; q++)
      if (*p == *q) return p - s;
  return p - s;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) return 0;
  char *s = malloc(n);
  s[n - 1] = 0;
  return length(s) + span(s, s);
}
