// KLEENE: expect=true engines=one
// Nobody else can name lower, and its address is not taken.
extern void reach_error(void);
void notify(void);
static int level;

static void lower(void) {
  level = -1;
}

int main(void) {
  notify();
  if (level != 0) reach_error();
  lower();
  return 0;
}
