// KLEENE: expect=false(unreach-call) line=19 engines=one args="--property unreach-call --engine bmc" shows="* struct ring r = {0, {0}};  r = all bytes 0          main:15 ;; * put(&r, 7);                call put(r = &r, x = 7)  main:16 ;; r->data[r->at] = x;      r.data[0] = 7            put:11 ;; *   r->data[r->at] = x;      r.data[1] = 8            put:11"
// Members behind an index, structures as wholes, and the address of a structure.
extern void reach_error(void);
struct ring {
  unsigned char at;
  unsigned char data[3];
};
// An index that is no constant keeps the structure in memory.
static void put(struct ring *r, unsigned char x) {
  if (r->at == 3) return;
  r->data[r->at] = x;
  r->at++;
}
int main(void) {
  struct ring r = {0, {0}};
  put(&r, 7);
  put(&r, 8);
  if (r.data[1] == 8)
    reach_error();
}
