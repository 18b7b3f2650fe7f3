// PLACEMENT: settled
void reach_error(void);
long x;
int a[2];
int main(void) { if ((unsigned long)&x % 8 || ((unsigned long)&a[1] & 3)) reach_error(); return 0; }
