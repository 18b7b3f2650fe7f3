// KLEENE: expect=false(unreach-call) line=9 native=yes engines=one
// KLEENE: expect=false(unreach-call) line=9 native=yes engines=one args="--data-model ILP32"
// The compiler is gcc 12, and says so.
void reach_error(void);
int main(void) {
#if __GNUC__ == 12 && !defined(__clang__) && !defined(__has_feature) && __has_attribute(noipa) \
    && !__has_builtin(__builtin_assume) && __has_builtin(__builtin_shuffle)
  if (_Generic(L'a', __WCHAR_TYPE__: 1, default: 0))
    reach_error();
#endif
  return 0;
}
