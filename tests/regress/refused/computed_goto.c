// KLEENE: expect=unknown exit=5 reason="address of a label"
// KLEENE: command=run exit=3
int main(void) {
  void *p = &&end;
  goto *p;
end:
  return 0;
}
