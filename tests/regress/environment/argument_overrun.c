// KLEENE: args="--property valid-deref --arguments 2" expect=false(valid-deref) line=6 native=yes
// An argument ends with its zero: the sanitizer sees what lies behind it.

int main(int argc, char **argv) {
  if (argc < 2) return 0;
  return argv[1][2] == 'x';
}
