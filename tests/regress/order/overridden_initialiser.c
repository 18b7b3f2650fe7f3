// KLEENE: expect=true
// KLEENE: args="-DLAST" expect=false(unreach-call) native=yes
extern void reach_error(void);
int calls;
int next(void) { return ++calls; }
int main(void) {
  int a[2] = {[0] = next(), [0] = 5, [1] = next()};
#ifdef LAST
  if (a[1] == 1) reach_error();
#else
  if (calls != 1 || a[0] != 5 || a[1] != 1) reach_error();
#endif
  return 0;
}
