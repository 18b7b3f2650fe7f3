// KLEENE: args="-DSIZE=16" expect=false(unreach-call) engines=one
// KLEENE: args="-DSIZE=20" expect=unknown engines=one
// KLEENE: args="-DSIZE=12" expect=true engines=one
// The sizes in one declarator are not sequenced: gcc begins with the inner one, clang with the outer one, which no native run
// of gcc's code confirms.
void reach_error(void);
static int calls;
static int next(void) { return ++calls + 3; }
int main(void) {
  int a[next()][next()];
  if (sizeof a[0] == SIZE) reach_error();
  return 0;
}
