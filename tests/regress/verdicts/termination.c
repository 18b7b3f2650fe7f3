// KLEENE: args="--property termination" expect=unknown
// KLEENE: args="--property termination --label L" expect=ERROR exit=1
int main(void) {
L:
  goto L;
}
