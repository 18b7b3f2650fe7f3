// KLEENE: property=none args="--property valid-deref --entry get --engine bmc" expect=false(valid-deref) line=11 shows="b != 0          = 1  bool  before the call ;; *b->cells != 0  = 0  bool  before the call ;; i               = 0  u32   before the call" engines=one
// What makes up the arguments is not shown; inputs are named as the function names what they give.
struct table {
  int count;
  int **cells;
};
int get(const struct table *b, unsigned i) {
  if (!b || !b->cells || b->count != 1) return -1;
  if (i > 0) return -2;
  int *cell = b->cells[i];
  return *cell;
}
