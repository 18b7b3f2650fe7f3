// KLEENE: args="--label READ --engine explicit-value" expect=unknown exit=5
// KLEENE: args="--label NULL_ADDRESS --engine chc" expect=true
// KLEENE: args="--label SAME --engine chc" expect=true
// An object that another unit defines, of which nobody here knows the size.
struct hidden;
extern int table[];
extern struct hidden thing;
static struct {
  int number;
  struct hidden *link;
} record = {1, &thing};
int own;
int main(void) {
  if (table[3]) {
  READ:;
  }
  if (record.link == 0 || record.link != &thing) {
  NULL_ADDRESS:;
  }
  if ((void *)record.link == (void *)&own) {
  SAME:;
  }
  return 0;
}
