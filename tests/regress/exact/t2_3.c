// KLEENE: args="--engine exact --integers math --label ERROR" expect=true
// KLEENE: args="--engine exact --integers math --property termination" expect=false(termination)
// KLEENE: args="--engine exact --label ERROR" expect=false(unreach-call)
// T2(3): with machine integers the smallest is its own negation, and ERROR is reached.
extern int __VERIFIER_nondet_int(void);
int g;
void level_3(void) { g = -g; if (g > 0) { level_3(); g = -g; level_3(); } g = -g; }
void level_2(void) { g = -g; if (g > 0) { level_3(); g = -g; level_3(); } g = -g; }
void level_1(void) { g = -g; if (g > 0) { level_2(); g = -g; level_2(); } g = -g; }
int main(void) { g = __VERIFIER_nondet_int(); level_1(); if (g < 0) { ERROR: ; } return 0; }
