// KLEENE: expect=true
// The side effect of an increment at the end of a comma, or in a branch, is not sequenced with an assignment.
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 1, which = __VERIFIER_nondet_int();
  if (which == 0) {
    i = (which, i++);
    reach_error();
  } else if (which == 1) {
    i = which ? i++ : 0;
    reach_error();
  } else if (which == 2) {
    i = which && i++;
    reach_error();
  } else if (which == 3) {
    int sum = (which, i++) + i;
    if (sum) reach_error();
  } else if (which == 4) {
    i += (which, i = 5);
    reach_error();
  }
  return 0;
}
