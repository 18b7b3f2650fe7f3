// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A parser for records of type, length and value stays in its message and reads what was written.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct record {
  unsigned char type, length;
  const unsigned char *value;
};

/* The number of bytes read, 0 if the message is cut off. */
static int parse(const unsigned char *message, int size, struct record *out) {
  if (size < 2) return 0;
  out->type = message[0];
  out->length = message[1];
#ifdef SEEDED
  if (out->length > size - 1) return 0;
#else
  if (out->length > size - 2) return 0;
#endif
  out->value = message + 2;
  return 2 + out->length;
}

int main(void) {
  unsigned char message[8];
  int sum = 0, expected = 0;
  for (int i = 0; i < 8; i++) message[i] = __VERIFIER_nondet_uchar();
  int at = 0;
  int size = 7;
  while (at < size) {
    struct record r;
    int used = parse(message + at, size - at, &r);
    if (used == 0) break;
    for (int i = 0; i < r.length; i++) sum += r.value[i];
    for (int i = at + 2; i < at + used; i++) expected += message[i];
    at += used;
    assert(at <= size);
    assert(sum == expected);
  }
  return 0;
}
