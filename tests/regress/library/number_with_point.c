// KLEENE: args="--property unreach-call --engine fuzz" expect=false(unreach-call) native=yes engines=one
// KLEENE: args="--property unreach-call -DFAR --engine bmc" expect=unknown exit=5 engines=one
// KLEENE: args="--property unreach-call -DENDS --engine bmc" expect=true engines=one
#include <stdlib.h>
extern void reach_error(void);
int main(int argc, char **argv) {
#ifdef FAR // nobody computes it
  if (strtod("1.00000000000000000000001e300", 0) < 2) reach_error();
#elif defined ENDS
  char *end;
  const char *text = "-2.5e1kg";
  if (strtod(text, &end) != -25.0 || end != text + 6 || *end != 'k') reach_error();
#else
  if (argc == 2 && atof(argv[1]) == 1000000.5) reach_error();
  if (argc == 2 && strtod(argv[1], 0) == 32767.0) reach_error();
#endif
  return 0;
}
