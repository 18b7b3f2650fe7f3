// KLEENE: args="--property no-overflow --missing-bodies pure" expect=false(no-overflow) line=7
// Arguments of functions without body are computed.
int __VERIFIER_nondet_int(void);
void log_value(const char *text, int value);
int main(void) {
  int x = __VERIFIER_nondet_int();
  log_value("x", x * 3);
  return 0;
}
