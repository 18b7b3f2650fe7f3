// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// CRC-8 of four bytes, bit by bit and by half bytes with a table.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char by_bits(const unsigned char *data, int length) {
  unsigned char crc = 0;
  for (int i = 0; i < length; i++) {
    crc ^= data[i];
    for (int k = 0; k < 8; k++)
      crc = (unsigned char)(crc & 0x80 ? (crc << 1) ^ 0x07 : crc << 1);
  }
  return crc;
}

static const unsigned char table[16] = {0x00, 0x07, 0x0e, 0x09, 0x1c, 0x1b, 0x12, 0x15,
#ifdef SEEDED
                                        0x38, 0x3f, 0x36, 0x31, 0x24, 0x23, 0x2b, 0x2d};
#else
                                        0x38, 0x3f, 0x36, 0x31, 0x24, 0x23, 0x2a, 0x2d};
#endif

static unsigned char by_table(const unsigned char *data, int length) {
  unsigned char crc = 0;
  for (int i = 0; i < length; i++) {
    crc ^= data[i];
    crc = (unsigned char)(crc << 4) ^ table[crc >> 4];
    crc = (unsigned char)(crc << 4) ^ table[crc >> 4];
  }
  return crc;
}

int main(void) {
  unsigned char data[4];
  for (int i = 0; i < 4; i++) data[i] = __VERIFIER_nondet_uchar();
  assert(by_bits(data, 4) == by_table(data, 4));
  return 0;
}
