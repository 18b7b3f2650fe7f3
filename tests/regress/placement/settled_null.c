// PLACEMENT: settled
void reach_error(void);
int x;
char text[] = "ab";
int main(void) { int *p = &x; char *q = text + 1; if (!p || q == 0 || *q != 'b' || &x == (int *)text) reach_error(); return 0; }
