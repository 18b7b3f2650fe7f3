// KLEENE: expect=false(unreach-call) native=yes
// KLEENE: expect=true args="--volatile memory"
// KLEENE: expect=true args=--svcomp
extern void reach_error(void);
static volatile unsigned status;
int main(void) {
  status = 1;
  if (status != 1) reach_error();
  return 0;
}
