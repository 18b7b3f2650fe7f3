// PLACEMENT: open
void reach_error(void);
int a[3], b[3];
int main(void) { if ((unsigned long)a < (unsigned long)b) reach_error(); return 0; }
