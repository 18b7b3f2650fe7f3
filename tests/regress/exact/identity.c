// KLEENE: args="--engine exact" expect=true
// KLEENE: args="--engine exact --integers math" expect=true
// The result is said through the argument: a summary.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int id(int x){ if (x==0) return 0; int r = id(x-1); return r+1; }
int main(){ int n=__VERIFIER_nondet_int(); int g = id(n); if (g!=n) reach_error();  return 0; }
