// KLEENE: args="--data-model ILP32" expect=false(unreach-call) native=yes
// KLEENE: args="--data-model LP64" expect=true
// KLEENE: expect=true
extern void reach_error(void);

int main(void) {
  if (sizeof(long) == 4 && sizeof(void *) == 4)
    reach_error();
  return 0;
}
