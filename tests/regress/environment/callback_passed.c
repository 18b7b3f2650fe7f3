// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// A static function whose address is inside a record that unknown code gets.
extern void reach_error(void);
struct operations {
  int version;
  void (*start)(void);
};
void install(const struct operations *table);

static void start(void) {
  reach_error();
}

int main(void) {
  static const struct operations table = {1, start};
  install(&table);
  return 0;
}
