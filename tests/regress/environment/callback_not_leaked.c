// KLEENE: expect=true engines=one
// Nobody else can name lower, and its address is not taken: unknown code does not call it.
extern void reach_error(void);
void notify(void);
static int level;

__attribute__((unused)) static void lower(void) {
  level = -1;
}

int main(void) {
  notify();
  if (level != 0) reach_error();
  return 0;
}
