// KLEENE: args="--property termination" expect="false(termination)"
// KLEENE: args="--property termination --label L" expect=ERROR exit=1
int main(void) {
L:
  goto L;
}
