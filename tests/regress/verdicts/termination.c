// KLEENE: args="--property termination" expect=unknown reason=termination
// KLEENE: args="--property termination --label L" expect=ERROR exit=1
int main(void) {
L:
  goto L;
}
