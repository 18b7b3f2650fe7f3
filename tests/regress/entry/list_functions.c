// KLEENE: expect=ERROR exit=2 reason="--entry may name one of: first, second"
int first(int x) { return x; }
int second(int x) { return x; }
