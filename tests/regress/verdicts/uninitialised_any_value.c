// KLEENE: args="--uninit nondet --time-limit 20" expect=unknown engines=one
// Only an uninitialised variable that is not zero leads to the error: `true` would be wrong.
extern void reach_error(void);

int main(void) {
  int mode;
  if (mode == 5)
    reach_error();
  return 0;
}
