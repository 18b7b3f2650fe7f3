// SPDX-License-Identifier: Apache-2.0
#include "fold.h"

#include <unordered_map>

namespace kleene::evidence {
namespace {

std::optional<Integer> exact(Op op, const Integer& a, const Integer& b) {
  switch (op) {
  case Op::Add:
  case Op::PtrAdd:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  case Op::Div:
    if (b == 0) return std::nullopt;
    return a / b;
  case Op::Rem:
    if (b == 0) return std::nullopt;
    return a % b;
  case Op::BitAnd:
    return a & b;
  case Op::BitOr:
    return a | b;
  case Op::BitXor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

std::optional<Integer> shifted(Term t, Integer value, Integer amount) {
  constexpr unsigned longest = 4096; // of mathematical integers
  unsigned width = t.type().is_machine() ? t.type().width() : longest;
  if (amount < 0 || amount >= width) return std::nullopt;
  auto places = static_cast<unsigned>(amount);
  if (t.op() == Op::Shr) return value >> places;
  return exact(Op::Mul, value, Integer(1) << places);
}

/// The result in the range of its type, as the model has it.
Integer in_type(Type type, Integer value, IntegerModel integers) {
  if (!type.is_machine()) return value;
  bool wraps = integers == IntegerModel::Machine || !type.is_signed();
  return wraps ? wrap(type, value) : value;
}

std::optional<Integer> cast(Type to, Term operand, IntegerModel integers) {
  Type from = operand.type();
  bool keeps = to.is_math()
               || (integers == IntegerModel::Math && to.is_signed() && from.is_machine()
                   && from.is_signed() && to.width() >= from.width());
  return keeps ? operand.value() : wrap(to, operand.value());
}

} // namespace

std::optional<Integer>
constant_result(Term t, const std::vector<Term>& args, IntegerModel integers) {
  auto a = [&] { return args[0].value(); };
  auto b = [&] { return args[1].value(); };
  std::optional<Integer> r;
  switch (t.op()) {
  case Op::Lt:
    return a() < b() ? 1 : 0;
  case Op::Le:
    return a() <= b() ? 1 : 0;
  case Op::Neg:
    r = exact(Op::Sub, 0, a());
    break;
  case Op::BitNot:
    r = ~a();
    break;
  case Op::Shl:
  case Op::Shr:
    r = shifted(t, a(), b());
    break;
  case Op::Cast:
    return cast(t.type(), args[0], integers);
  default:
    if (args.size() == 2) r = exact(t.op(), a(), b());
    break;
  }
  if (!r) return std::nullopt;
  return in_type(t.type(), *r, integers);
}

Term Folder::operator()(Term root, const Lookup& value, const Replace& replace) {
  std::unordered_map<Term, Term> done;
  for_each_subterm(root, [&](Term t) {
    if (t.is_variable()) {
      done[t] = value(t.variable());
      return;
    }
    if (t.op() == Op::Address) {
      done[t] = address_of_(t);
      return;
    }
    std::vector<Term> args;
    for (std::size_t i = 0; i < t.arity(); ++i)
      args.push_back(done.at(t.arg(i)));
    Term other = replace && !args.empty() ? replace(t, args) : Term();
    done[t] = other.null() ? rebuilt(t, args) : other;
  });
  return done.at(root);
}

Term Folder::rebuilt(Term t, const std::vector<Term>& args) {
  if (t.arity() == 0) return t;
  bool constants = true;
  for (Term a : args)
    constants &= a.is_constant();
  if (constants)
    if (std::optional<Integer> value = constant_result(t, args, integers_))
      return t.type().is_bool()                             ? terms_.truth(*value != 0)
             : t.type().is_math() || fits(t.type(), *value) ? terms_.constant(t.type(), *value)
                                                            : terms_.rebuild(t, args);
  return simplified(terms_.rebuild(t, args));
}

Term Folder::simplified(Term t) {
  auto is_zero = [](Term a) { return a.is_constant() && a.value() == 0; };
  switch (t.op()) {
  case Op::Add:
    if (is_zero(t.arg(0))) return t.arg(1);
    [[fallthrough]];
  case Op::Sub:
  case Op::PtrAdd:
    return is_zero(t.arg(1)) ? t.arg(0) : t;
  case Op::Eq:
  case Op::Le:
    return t.arg(0) == t.arg(1) ? terms_.truth(true) : t;
  case Op::Lt:
    return t.arg(0) == t.arg(1) ? terms_.truth(false) : t;
  case Op::Ite:
    return t.arg(1) == t.arg(2) ? t.arg(1) : t;
  default:
    return t;
  }
}

SplitAddress split_address(Term address) {
  SplitAddress result;
  while (!address.is_constant()) {
    if ((address.op() != Op::PtrAdd && address.op() != Op::Add) || !address.arg(1).is_constant()) {
      result.base = address;
      return result;
    }
    result.offset += address.arg(1).value();
    address = address.arg(0);
  }
  result.offset += address.value();
  return result;
}

} // namespace kleene::evidence
