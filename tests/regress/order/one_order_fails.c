// KLEENE: expect=false(unreach-call) native=yes line=14
// gcc evaluates the right side of an assignment first, unless it is a call.
void reach_error(void);
int trace;
int cells[4];
static int mark(int k) {
  trace = trace * 10 + k;
  return k;
}
int main(void) {
  cells[mark(1)] = mark(2) * 2;
  if (trace == 12)
    return 0;
  reach_error();
  return 0;
}
