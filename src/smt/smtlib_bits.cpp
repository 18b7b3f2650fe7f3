// SPDX-License-Identifier: Apache-2.0
#include "kleene/smt/division.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include "smtlib_operators.h"

namespace kleene::smt {
namespace {

/// A bit-vector of another width: cut off, or filled up by the sign of its type.
std::string resized(const std::string& value, Type from, unsigned width) {
  if (width < from.width()) return fmt::format("((_ extract {} 0) {})", width - 1, value);
  if (width == from.width()) return value;
  return fmt::format(
      "((_ {}_extend {}) {})", from.is_signed() ? "sign" : "zero", width - from.width(), value);
}

std::string cast(Term t, const std::string& operand) {
  Type from = t.arg(0).type();
  Type to = t.type();
  if (from.is_bool())
    return fmt::format(
        "(ite {} {} {})", operand, bits_text(1, to.width()), bits_text(0, to.width()));
  if (from.is_math()) return fmt::format("((_ int2bv {}) {})", to.width(), operand);
  if (to.is_machine()) return resized(operand, from, to.width());
  if (!from.is_signed()) return fmt::format("(bv2nat {})", operand);
  return fmt::format("(- (bv2nat {0}) (ite (bvslt {0} {1}) {2} 0))",
                     operand,
                     bits_text(0, from.width()),
                     text(Integer(1) << from.width()));
}

/// The amount in the width of what is shifted. An amount that loses bits by that is too great anyway.
std::string shift(const char* head, Term t, const Texts& o) {
  Term amount = t.arg(1);
  unsigned width = t.type().width();
  std::string resized_amount = amount.type().is_math()
                                   ? fmt::format("((_ int2bv {}) {})", width, o[1])
                                   : resized(o[1], amount.type(), width);
  return list(head, {o[0], resized_amount});
}

std::string doubled(const std::string& value, unsigned width) {
  return fmt::format("((_ sign_extend {}) {})", width, value);
}

} // namespace

std::string vector_text(Term t, const Texts& o) {
  bool is_signed = t.arg(0).type().is_signed();
  switch (t.op()) {
  case Op::Lt:
    return list(is_signed ? "bvslt" : "bvult", o);
  case Op::Le:
    return list(is_signed ? "bvsle" : "bvule", o);
  case Op::Neg:
    return list("bvneg", o);
  case Op::Add:
  case Op::PtrAdd:
    return list("bvadd", o);
  case Op::Sub:
    return list("bvsub", o);
  case Op::Mul:
    return list("bvmul", o);
  case Op::Div:
    return list(is_signed ? "bvsdiv" : "bvudiv", o);
  case Op::Rem:
    return list(is_signed ? "bvsrem" : "bvurem", o);
  case Op::BitNot:
    return list("bvnot", o);
  case Op::BitAnd:
    return list("bvand", o);
  case Op::BitOr:
    return list("bvor", o);
  case Op::BitXor:
    return list("bvxor", o);
  case Op::Shl:
    return shift("bvshl", t, o);
  case Op::Shr:
    return shift(is_signed ? "bvashr" : "bvlshr", t, o);
  case Op::Cast:
    return cast(t, o[0]);
  default:
    throw NotExpressible(fmt::format("the operation '{}'", name(t.op())));
  }
}

bool may_overflow(Term t) {
  if (!t.type().is_machine() || !t.type().is_signed()) return false;
  switch (t.op()) {
  case Op::Neg:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Rem:
  case Op::Shl:
    return true;
  default:
    return false;
  }
}

std::string overflow_text(Term t, const Encoding& encoding) {
  KL_INVARIANT(may_overflow(t) && encoding.integers == IntegerModel::Machine,
               "only signed machine arithmetic should be asked for overflow");
  unsigned width = t.type().width();
  std::string least = bits_text(min_value(t.type()), width);
  Texts o;
  for (Term operand : t.args())
    o.push_back(text(operand, encoding));
  if (t.op() == Op::Neg) return fmt::format("(= {} {})", o[0], least);
  if (t.op() == Op::Div || t.op() == Op::Rem)
    return fmt::format("(and (= {} {}) (= {} {}))", o[0], least, o[1], bits_text(-1, width));
  // In twice the width the result is exact; it fits if nothing is lost on the way back.
  std::string exact = t.op() == Op::Shl ? fmt::format("(bvshl {} ((_ zero_extend {}) {}))",
                                                      doubled("?a", width),
                                                      width,
                                                      t.arg(1).type().is_math()
                                                          ? fmt::format("((_ int2bv {}) ?b)", width)
                                                          : resized("?b", t.arg(1).type(), width))
                                        : list(t.op() == Op::Add   ? "bvadd"
                                               : t.op() == Op::Sub ? "bvsub"
                                                                   : "bvmul",
                                               {doubled("?a", width), doubled("?b", width)});
  std::string differs = fmt::format(
      "(not (= ?r {}))", doubled(fmt::format("((_ extract {} 0) ?r)", width - 1), width));
  // Shifts of negative numbers do not count.
  if (t.op() == Op::Shl)
    differs = fmt::format("(and (bvsge ?a {}) {})", bits_text(0, width), differs);
  return fmt::format("(let ((?a {}) (?b {})) (let ((?r {})) {}))", o[0], o[1], exact, differs);
}

bool has_division_fact(Term t, IntegerModel integers) {
  return integers == IntegerModel::Machine && (t.op() == Op::Div || t.op() == Op::Rem)
         && t.type().is_machine();
}

std::string division_fact(Term t, const Encoding& encoding) {
  KL_INVARIANT(has_division_fact(t, encoding.integers), "it should be a division of bit-vectors");
  const char* fact = nullptr;
  if (!t.type().is_signed())
    fact = t.op() == Op::Rem ? "(and (bvule ?r ?a) (or (= ?b ?z) (bvult ?r ?b)))"
                             : "(and (or (= ?b ?z) (bvule ?r ?a))"
                               " (or (= ?a ?z) (bvule ?b ?one) (bvult ?r ?a)))";
  else
    fact =
        t.op() == Op::Rem
            ? "(and (or (bvslt ?a ?z) (and (bvsle ?z ?r) (bvsle ?r ?a)))"
              " (or (bvslt ?z ?a) (and (bvsle ?r ?z) (bvsle ?a ?r)))"
              " (or (bvsle ?b ?z) (and (bvslt ?r ?b) (bvslt (bvneg ?b) ?r)))"
              " (or (bvsle ?z ?b) (and (bvslt ?b ?r) (or (bvslt ?r ?z) (bvslt (bvadd ?r ?b) ?z)))))"
            : "(or (bvsle ?b ?z) (and"
              " (or (bvslt ?a ?z) (and (bvsle ?z ?r) (bvsle ?r ?a)))"
              " (or (bvslt ?z ?a) (and (bvsle ?r ?z) (bvsle ?a ?r)))"
              " (or (bvsle ?b ?one) (bvsle ?a ?z) (bvslt ?r ?a))"
              " (or (bvsle ?b ?one) (bvsle ?z ?a) (bvslt ?a ?r))))";
  unsigned width = t.type().width();
  return fmt::format("(let ((?a {}) (?b {}) (?r {}) (?z {}) (?one {})) {})",
                     text(t.arg(0), encoding),
                     text(t.arg(1), encoding),
                     text(t, encoding),
                     bits_text(0, width),
                     bits_text(1, width),
                     fact);
}

} // namespace kleene::smt
