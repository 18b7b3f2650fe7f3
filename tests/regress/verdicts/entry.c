// KLEENE: args="--property tasks/start.prp" expect=false(unreach-call) native=yes
// KLEENE: expect=true
extern void reach_error(void);

int start(void) {
  reach_error();
  return 0;
}

int main(void) {
  return 0;
}
