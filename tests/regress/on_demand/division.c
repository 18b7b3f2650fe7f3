// KLEENE: args="--check float-div-by-zero --time-limit 60" property=none expect=false(float-div-by-zero) line=6 native=yes engines=one
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  float y = 1.0f / (x - 2.5f);
  return y > 3;
}
