// KLEENE: args="--engine exact --integers math --label ERROR" expect=false(unreach-call)
// T1(4): ERROR is reached, because the number of levels is even.
extern int __VERIFIER_nondet_int(void);
int g;
void level_4(void) { g = -g; if (g > 0) { g = -g; } g = -g; }
void level_3(void) { g = -g; if (g > 0) { level_4(); g = -g; level_4(); } g = -g; }
void level_2(void) { g = -g; if (g > 0) { level_3(); g = -g; level_3(); } g = -g; }
void level_1(void) { g = -g; if (g > 0) { level_2(); g = -g; level_2(); } g = -g; }
int main(void) { g = __VERIFIER_nondet_int(); level_1(); if (g < 0) { ERROR: ; } return 0; }
