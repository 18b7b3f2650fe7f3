// KLEENE: expect=false(unreach-call) native=yes args="--engine bmc"
// KLEENE: expect=false(unreach-call) native=yes args="--engine bmc -D DIRECT"
// KLEENE: expect=true engines=one args="--time-limit 20 -D KEPT" assumes=devices
// KLEENE: expect=true engines=one args="--time-limit 20 -D KEPT --property valid-deref"
// At a fixed address there may be a device: reads give any value, writes change no object.
extern void reach_error(void);
struct port {
  volatile unsigned status;
  volatile unsigned data;
};
int main(void) {
#ifdef DIRECT
  ((struct port *)0x40011000)->data |= 1;
  if (((struct port *)0x40011000)->status == 1) reach_error();
#else
  volatile unsigned *port = (volatile unsigned *)0x40011000;
  int own = 1;
  *port = 3;
  (*port)++;
#ifdef KEPT
  if (own != 1) reach_error();
#else
  if (*port == own) reach_error();
#endif
#endif
  return 0;
}
