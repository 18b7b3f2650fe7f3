// KLEENE: expect=unknown exit=5 reason="floating-point"
// KLEENE: args="--property no-overflow" expect=unknown
// KLEENE: args="--property termination" expect=unknown
// KLEENE: args="--spec 'AF label(END)'" expect=unknown
// KLEENE: args="--spec 'EF label(FAR)'" expect=unknown
// KLEENE: args="--spec 'AG !label(FAR)'" expect=unknown
// KLEENE: args="--spec 'EG !label(END)'" expect=unknown
// KLEENE: command=run exit=3 ending="target reached"
// Nobody knows what follows the statement that is not modelled.
extern void reach_error(void);
int main(void) {
  long double x = 1.5;
  if (x > 2) reach_error();
FAR:
  return 0;
}
