// PLACEMENT: open
void reach_error(void);
const char *p = "foobar", *q = "bar";
int main(void) { if (p + 3 == q) reach_error(); return 0; }
