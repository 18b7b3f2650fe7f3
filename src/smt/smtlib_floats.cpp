// SPDX-License-Identifier: Apache-2.0
// Float operators as text over bit-vectors. Every step has a name, bound by a `let`; the names of the operands are bound
// first, so that the text of an operand may use the same ones.
#include "kleene/logic/float_arithmetic.h"

#include <fmt/core.h>

#include <map>
#include <tuple>

#include "smtlib_operators.h"

namespace kleene::smt {
namespace {

/// What FloatCircuit needs of text.
class TextBits {
public:
  struct Bits {
    std::string name;
    unsigned width = 0;
  };
  struct Bool {
    std::string name;
  };

  Bits operand(const std::string& name, unsigned width) { return {name, width}; }
  static Bits constant(unsigned width, std::uint64_t value) {
    return {bits_text(Integer(value), width), width};
  }
  static unsigned width(const Bits& a) { return a.width; }
  Bits extract(const Bits& a, unsigned high, unsigned low) {
    if (low == 0 && high + 1 == a.width) return a;
    return bits(high - low + 1, fmt::format("((_ extract {} {}) {})", high, low, a.name));
  }
  Bits concat(const Bits& high, const Bits& low) {
    return bits(high.width + low.width, fmt::format("(concat {} {})", high.name, low.name));
  }
  Bits add(const Bits& a, const Bits& b, const Bool& carry) {
    Bits sum = bits(a.width, fmt::format("(bvadd {} {})", a.name, b.name));
    if (carry.name == "false") return sum;
    return bits(a.width,
                fmt::format("(bvadd {} (ite {} {} {}))",
                            sum.name,
                            carry.name,
                            bits_text(1, a.width),
                            bits_text(0, a.width)));
  }
  Bits sub(const Bits& a, const Bits& b) { return binary("bvsub", a, b); }
  Bits mul(const Bits& a, const Bits& b) { return binary("bvmul", a, b); }
  Bits invert(const Bits& a) { return bits(a.width, fmt::format("(bvnot {})", a.name)); }
  Bits choose(const Bool& c, const Bits& a, const Bits& b) {
    return bits(a.width, fmt::format("(ite {} {} {})", c.name, a.name, b.name));
  }
  Bool equal(const Bits& a, const Bits& b) { return truth("=", a.name, b.name); }
  Bool less(const Bits& a, const Bits& b) { return truth("bvult", a.name, b.name); }
  static Bool truth(bool value) { return {value ? "true" : "false"}; }
  Bool conj(const Bool& a, const Bool& b) { return truth("and", a.name, b.name); }
  Bool disj(const Bool& a, const Bool& b) { return truth("or", a.name, b.name); }
  Bool negate(const Bool& a) { return {bound(fmt::format("(not {})", a.name))}; }

  /// The steps around a result.
  std::string closed(const std::string& result) const {
    return lets_ + result + std::string(count_, ')');
  }

private:
  std::string bound(const std::string& text) {
    std::string name = fmt::format("?f{}", ++count_);
    lets_ += fmt::format("(let (({} {})) ", name, text);
    return name;
  }
  Bits bits(unsigned width, const std::string& text) { return {bound(text), width}; }
  Bits binary(const char* op, const Bits& a, const Bits& b) {
    return bits(a.width, fmt::format("({} {} {})", op, a.name, b.name));
  }
  Bool truth(const char* op, const std::string& a, const std::string& b) {
    return {bound(fmt::format("({} {} {})", op, a, b))};
  }

  std::string lets_;
  std::size_t count_ = 0;
};

/// Over the names ?fa and ?fb.
std::string steps(FloatOp op, Type type, Type result) {
  TextBits text;
  TextBits::Bits a = text.operand("?fa", type.width());
  TextBits::Bits b = text.operand("?fb", type.width());
  if (op == FloatOp::FromInt)
    return text.closed(
        FloatArithmetic<TextBits>(text, result.width()).from_integer(a, type.is_signed()).name);
  FloatArithmetic<TextBits> floats(text, type.width());
  switch (op) {
  case FloatOp::Add:
    return text.closed(floats.add(a, b).name);
  case FloatOp::Sub:
    return text.closed(floats.sub(a, b).name);
  case FloatOp::Mul:
    return text.closed(floats.mul(a, b).name);
  case FloatOp::Div:
    return text.closed(floats.div(a, b).name);
  case FloatOp::Sqrt:
    return text.closed(floats.sqrt(a).name);
  case FloatOp::Eq:
    return text.closed(floats.equal(a, b).name);
  case FloatOp::Lt:
  case FloatOp::Le:
    return text.closed(floats.less(a, b, op == FloatOp::Le).name);
  case FloatOp::ToFloat:
    return text.closed(floats.to_float(a, result.width()).name);
  case FloatOp::ToInt:
    return text.closed(floats.to_integer(a, result).name);
  default:
    throw NotExpressible(fmt::format("the operation '{}'", name(op)));
  }
}

} // namespace

std::string float_text(Term t, const Texts& operands) {
  thread_local std::map<std::tuple<FloatOp, Type, Type>, std::string> known;
  Type type = t.arg(0).type();
  FloatOp op = float_op(t.op());
  std::tuple key{op, type, t.type()};
  auto entry = known.find(key);
  if (entry == known.end()) entry = known.emplace(key, steps(op, type, t.type())).first;
  if (operands.size() == 1 || is_float_conversion(t.op()))
    return fmt::format("(let ((?fa {})) {})", operands[0], entry->second);
  return fmt::format("(let ((?fa {}) (?fb {})) {})", operands[0], operands[1], entry->second);
}

} // namespace kleene::smt
