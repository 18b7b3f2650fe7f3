// PLACEMENT: open
// Records without bytes may share an address.
void reach_error(void);
struct empty {};
struct empty a, b;
int main(void) { if (&a == &b) reach_error(); return 0; }
