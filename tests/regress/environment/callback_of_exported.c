// KLEENE: expect=unknown engines=one args="--time-limit 3"
// KLEENE: expect=true args="--missing-bodies nondet"
// Another unit may call raise_level, which it can name, from within notify.
extern void reach_error(void);
void notify(void);
static int level;

void raise_level(void) {
  level = level + 1;
}

int main(void) {
  notify();
  if (level != 0) reach_error();
  return 0;
}
