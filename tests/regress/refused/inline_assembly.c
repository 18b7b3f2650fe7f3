// KLEENE: expect=unknown exit=5 reason="inline assembly"
// KLEENE: command=run exit=3
int main(void) {
  __asm__ goto("jmp %l0" : : : : end);
end:
  return 0;
}
