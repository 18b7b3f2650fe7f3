// PLACEMENT: open
// Objects of one byte lie at odd addresses, too.
void reach_error(void);
char a, b;
int main(void) { if (((unsigned long)&a ^ (unsigned long)&b) & 1) reach_error(); return 0; }
