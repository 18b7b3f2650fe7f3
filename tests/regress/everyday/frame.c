// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A frame with as many bytes as its sender wants, written and read back.
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct frame {
  unsigned char length;
  unsigned char data[6];
};

static int put(struct frame *f, const unsigned char *from, unsigned length) {
  if (length > sizeof f->data) return 0;
  f->length = (unsigned char)length;
  memcpy(f->data, from, length);
  return 1;
}

static unsigned get(const struct frame *f, unsigned char *to) {
#ifdef SEEDED
  unsigned length = f->length == sizeof f->data ? f->length - 1u : f->length;
#else
  unsigned length = f->length;
#endif
  memcpy(to, f->data, length);
  return f->length;
}

int main(void) {
  unsigned char sent[6], received[6];
  struct frame f;
  memset(&f, 0, sizeof f);
  memset(received, 0, sizeof received);
  for (unsigned i = 0; i < sizeof sent; i++) sent[i] = __VERIFIER_nondet_uchar();
  if (!put(&f, sent, __VERIFIER_nondet_uchar())) return 0;
  unsigned length = get(&f, received);
  for (unsigned i = 0; i < sizeof received; i++) assert(received[i] == (i < length ? sent[i] : 0));
  return 0;
}
