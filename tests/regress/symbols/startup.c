// KLEENE: expect=false(unreach-call) line=11 native=yes engines=one
// Constructors run by their priorities, then by their places; destructors the other way round, also
// after exit. Attributes count wherever they stand.
void reach_error(void);
void exit(int);
int n = 1;
void third(void) { n = n * 4 + 3; }
__attribute__((constructor(300))) static void second(void) { n = n * 4 + 2; }
void third(void) __attribute__((constructor));
__attribute__((constructor(200))) static void first(void) { n = n * 4 + 1; }
__attribute__((destructor(150))) static void last(void) { if (n == 5 * 4 + 2) reach_error(); }
__attribute__((destructor)) static void next(void) { n = n * 4 + 2; }
int main(void) {
  if (n != ((1 * 4 + 1) * 4 + 2) * 4 + 3) return 1;
  n = 5;
  exit(0);
}
