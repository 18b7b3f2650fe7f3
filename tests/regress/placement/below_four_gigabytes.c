// PLACEMENT: open
void reach_error(void);
int x;
int main(void) { if ((unsigned long)&x >> 32) reach_error(); return 0; }
