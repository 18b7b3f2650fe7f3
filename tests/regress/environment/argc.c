// KLEENE: expect=false(unreach-call) native=yes
// KLEENE: command=run ending=returned
// A program may be started with any number of arguments, none included.
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc != 1) reach_error();
  return 0;
}
