// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/float_arithmetic.h"

#include "z3_terms.h"

namespace kleene::smt {
namespace {

/// What FloatCircuit needs of bit-vectors of Z3.
class Z3Bits {
public:
  using Bits = z3::expr;
  using Bool = z3::expr;

  explicit Z3Bits(z3::context& context) : z3_(context) {}

  Bits constant(unsigned width, std::uint64_t value) { return z3_.bv_val(value, width); }
  static unsigned width(const Bits& a) { return a.get_sort().bv_size(); }
  static Bits extract(const Bits& a, unsigned high, unsigned low) { return a.extract(high, low); }
  static Bits concat(const Bits& high, const Bits& low) { return z3::concat(high, low); }
  Bits add(const Bits& a, const Bits& b, const Bool& carry) {
    Bits sum = a + b;
    if (carry.is_false()) return sum;
    return sum + z3::ite(carry, constant(width(a), 1), constant(width(a), 0));
  }
  static Bits sub(const Bits& a, const Bits& b) { return a - b; }
  static Bits mul(const Bits& a, const Bits& b) { return a * b; }
  static Bits invert(const Bits& a) { return ~a; }
  static Bits choose(const Bool& c, const Bits& a, const Bits& b) { return z3::ite(c, a, b); }
  static Bool equal(const Bits& a, const Bits& b) { return a == b; }
  static Bool less(const Bits& a, const Bits& b) { return z3::ult(a, b); }
  Bool truth(bool value) { return z3_.bool_val(value); }
  static Bool conj(const Bool& a, const Bool& b) { return a && b; }
  static Bool disj(const Bool& a, const Bool& b) { return a || b; }
  static Bool negate(const Bool& a) { return !a; }

private:
  z3::context& z3_;
};

} // namespace

z3::expr Z3Terms::floating(Term t) {
  if (integers_ != IntegerModel::Machine) return opaque(t);
  Z3Bits bits(z3_);
  Type type = t.arg(0).type();
  FloatOp f = float_op(t.op());
  if (f == FloatOp::FromInt)
    return FloatArithmetic<Z3Bits>(bits, t.type().width())
        .from_integer(arg(t, 0), type.is_signed());
  FloatArithmetic<Z3Bits> floats(bits, type.width());
  switch (f) {
  case FloatOp::Add:
    return floats.add(arg(t, 0), arg(t, 1));
  case FloatOp::Sub:
    return floats.sub(arg(t, 0), arg(t, 1));
  case FloatOp::Mul:
    return floats.mul(arg(t, 0), arg(t, 1));
  case FloatOp::Div:
    return floats.div(arg(t, 0), arg(t, 1));
  case FloatOp::Sqrt:
    return floats.sqrt(arg(t, 0));
  case FloatOp::Eq:
    return floats.equal(arg(t, 0), arg(t, 1));
  case FloatOp::Lt:
  case FloatOp::Le:
    return floats.less(arg(t, 0), arg(t, 1), f == FloatOp::Le);
  case FloatOp::ToFloat:
    return floats.to_float(arg(t, 0), t.type().width());
  case FloatOp::ToInt:
    return floats.to_integer(arg(t, 0), t.type());
  default:
    return opaque(t);
  }
}

} // namespace kleene::smt
