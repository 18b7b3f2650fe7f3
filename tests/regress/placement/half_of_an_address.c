// PLACEMENT: open
void reach_error(void);
union both { int *p; unsigned half[2]; };
int x;
int main(void) { union both u; u.p = &x; if (u.half[0] & 32) return 0; reach_error(); return 0; }
