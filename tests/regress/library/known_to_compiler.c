// KLEENE: expect=unknown engines=one args="--time-limit 10"
// KLEENE: args="-D SIZE --time-limit 10" expect=unknown engines=one
// KLEENE: args="-D PLAIN" expect=true engines=one
// What a compiler knows depends on how far it optimises.
void reach_error(void);
int main(void) {
  int x = 3;
  char text[7];
  char *p = text;
#if defined PLAIN
  if (!__builtin_constant_p(3) || __builtin_object_size(text, 0) != 7) reach_error();
#elif defined SIZE
  if (__builtin_object_size(p, 0) == 7) reach_error();
#else
  if (__builtin_constant_p(x)) reach_error();
#endif
  return 0;
}
