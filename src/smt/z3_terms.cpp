// SPDX-License-Identifier: Apache-2.0
#include "z3_terms.h"

#include "kleene/logic/floats.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

namespace kleene::smt {
namespace {

constexpr unsigned most_units = 64; ///< of a copy that is written out

z3::expr bool_to(const z3::expr& condition, const z3::expr& one, const z3::expr& zero) {
  return z3::ite(condition, one, zero);
}

} // namespace

z3::expr Z3Terms::operator()(Term t) {
  // Depth first without recursion: terms may be deep.
  std::vector<Term> stack{t};
  while (!stack.empty()) {
    Term s = stack.back();
    if (done_.contains(s)) {
      stack.pop_back();
      continue;
    }
    std::size_t waiting = stack.size();
    for (std::size_t i = 0; i < s.arity(); ++i)
      if (!done_.contains(s.arg(i))) stack.push_back(s.arg(i));
    if (stack.size() > waiting) continue;
    stack.pop_back();
    done_.emplace(s, translate(s));
  }
  return done_.at(t);
}

z3::sort Z3Terms::sort(Type type) {
  switch (type.kind()) {
  case TypeKind::Bool:
    return z3_.bool_sort();
  case TypeKind::Int:
    has_unbounded_ = true;
    return z3_.int_sort();
  case TypeKind::Machine:
    return uses_bits(type) ? z3_.bv_sort(type.width()) : z3_.int_sort();
  case TypeKind::Memory:
  case TypeKind::Allocation:
    break;
  }
  return z3_.uninterpreted_sort(to_string(type).c_str());
}

z3::sort Z3Terms::sort(Term t) {
  if (!t.type().is_memory()) return sort(t.type());
  std::optional<Type> cell = cell_of(t);
  if (integers_ == IntegerModel::Machine)
    return z3_.array_sort(z3_.bv_sort(layout_.pointer_width), z3_.bv_sort(unit_bits(t)));
  return cell ? z3_.array_sort(z3_.int_sort(), z3_.int_sort()) : sort(t.type());
}

z3::expr Z3Terms::number(Type type, Integer value) {
  if (type.is_bool()) return z3_.bool_val(value != 0);
  std::string digits = to_string(value);
  return uses_bits(type) ? z3_.bv_val(digits.c_str(), type.width()) : z3_.int_val(digits.c_str());
}

z3::expr Z3Terms::translate(Term t) {
  z3::expr_vector args(z3_);
  switch (t.op()) {
  case Op::Constant:
    return number(t.type(), t.value());
  case Op::Variable:
    return variable(t);
  case Op::Address:
    return number(t.type(), layout_.address(t.object()));
  case Op::Not:
    return !arg(t, 0);
  case Op::And:
  case Op::Or:
    for (std::size_t i = 0; i < t.arity(); ++i)
      args.push_back(arg(t, i));
    return t.op() == Op::And ? z3::mk_and(args) : z3::mk_or(args);
  case Op::Eq:
    return arg(t, 0) == arg(t, 1);
  case Op::Ite:
    if (t.type().is_memory() && !same_units(t.arg(1), t.arg(2))) return opaque(t);
    return z3::ite(arg(t, 0), arg(t, 1), arg(t, 2));
  case Op::Lt:
  case Op::Le:
    return comparison(t);
  case Op::Cast:
    return cast(t);
  case Op::Load:
    return load(t);
  case Op::Store:
    return store(t);
  case Op::MemCopy:
    return mem_copy(t);
  case Op::MemSet:
    return mem_set(t);
  case Op::Valid:
  case Op::Writable:
  case Op::Freeable:
  case Op::SizeOf:
    return opaque(t);
  default:
    return is_float(t.op()) ? floating(t) : arithmetic(t);
  }
}

z3::expr Z3Terms::variable(Term t) {
  std::string name = fmt::format("v{}", t.variable().index());
  return with_range(t.type(), z3_.constant(name.c_str(), sort(t)));
}

z3::expr Z3Terms::opaque(Term t) {
  approximates_ = true;
  std::string name = fmt::format("t{}", t.id());
  return with_range(t.type(), z3_.constant(name.c_str(), sort(t)));
}

z3::expr Z3Terms::with_range(Type type, z3::expr symbol) {
  if (type.is_machine() && !type.is_signed() && !uses_bits(type)) {
    side_conditions_.push_back(symbol >= 0);
    side_conditions_.push_back(symbol <= number(type, max_value(type)));
  }
  return symbol;
}

z3::expr Z3Terms::comparison(Term t) {
  z3::expr a = arg(t, 0);
  z3::expr b = arg(t, 1);
  bool strict = t.op() == Op::Lt;
  Type type = t.arg(0).type();
  if (uses_bits(type) && !type.is_signed()) return strict ? z3::ult(a, b) : z3::ule(a, b);
  return strict ? a < b : a <= b;
}

z3::expr Z3Terms::arithmetic(Term t) {
  return uses_bits(t.type()) ? bit_arithmetic(t) : int_arithmetic(t);
}

z3::expr Z3Terms::bit_arithmetic(Term t) {
  z3::expr a = arg(t, 0);
  bool is_signed = t.type().is_signed();
  if (t.op() == Op::Neg) return -a;
  if (t.op() == Op::BitNot) return ~a;
  if (t.op() == Op::Shl) return z3::shl(a, shift_amount(t));
  if (t.op() == Op::Shr)
    return is_signed ? z3::ashr(a, shift_amount(t)) : z3::lshr(a, shift_amount(t));
  z3::expr b = arg(t, 1);
  switch (t.op()) {
  case Op::Add:
  case Op::PtrAdd:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  case Op::Div:
  case Op::Rem:
    return division(t);
  case Op::BitAnd:
    return a & b;
  case Op::BitOr:
    return a | b;
  case Op::BitXor:
    return a ^ b;
  default:
    KL_INVARIANT(false, "every operator should have a translation");
  }
  return a;
}

/// With what is true of every quotient and remainder: see division.h, which says the same as text.
z3::expr Z3Terms::division(Term t) {
  z3::expr a = arg(t, 0);
  z3::expr b = arg(t, 1);
  z3::expr zero = number(t.type(), 0);
  z3::expr one = number(t.type(), 1);
  auto note = [&](const z3::expr& fact) { side_conditions_.push_back(fact); };
  bool remains = t.op() == Op::Rem;
  if (!t.type().is_signed()) {
    z3::expr r = remains ? z3::urem(a, b) : z3::udiv(a, b);
    note(b == zero || z3::ule(r, a));
    note(remains ? b == zero || z3::ult(r, b) : a == zero || z3::ule(b, one) || z3::ult(r, a));
    return r;
  }
  z3::expr r = remains ? z3::srem(a, b) : a / b;
  z3::expr towards_zero =
      (a < zero || (zero <= r && r <= a)) && (zero < a || (r <= zero && a <= r));
  note(b <= zero || towards_zero);
  if (remains) {
    note(b <= zero || (r < b && -b < r));
    note(zero <= b || (b < r && (r < zero || r + b < zero)));
  } else {
    note(b <= one || ((a <= zero || r < a) && (zero <= a || a < r)));
  }
  return r;
}

/// The amount in the width of the shifted value; amounts out of range are guarded by the program.
z3::expr Z3Terms::shift_amount(Term t) {
  z3::expr amount = arg(t, 1);
  unsigned have = t.arg(1).type().width();
  unsigned want = t.type().width();
  if (have < want) return z3::zext(amount, want - have);
  return have > want ? amount.extract(want - 1, 0) : amount;
}

z3::expr Z3Terms::int_arithmetic(Term t) {
  z3::expr a = arg(t, 0);
  if (t.op() == Op::Neg) return wrapped(t.type(), -a);
  if (t.op() == Op::BitNot) return wrapped(t.type(), -a - 1);
  z3::expr b = arg(t, 1);
  switch (t.op()) {
  case Op::Add:
  case Op::PtrAdd:
    return wrapped(t.type(), a + b);
  case Op::Sub:
    return wrapped(t.type(), a - b);
  case Op::Mul:
    return wrapped(t.type(), a * b);
  // Z3's division leaves a remainder that is not negative; ours goes towards zero.
  case Op::Div:
    return z3::ite(a >= 0, a / b, -((-a) / b));
  case Op::Rem:
    return z3::ite(a >= 0, z3::mod(a, b), -z3::mod(-a, b));
  default:
    return int_bit_operation(t);
  }
}

/// Shifts by a constant and masks of low bits are arithmetic; the rest is a function of which
/// nothing is known.
z3::expr Z3Terms::int_bit_operation(Term t) {
  z3::expr a = arg(t, 0);
  z3::expr b = arg(t, 1);
  Term second = t.arg(1);
  constexpr Integer longest_shift = 4096;
  bool small = second.is_constant() && second.value() >= 0 && second.value() < longest_shift;
  if (small && (t.op() == Op::Shl || t.op() == Op::Shr)) {
    z3::expr power =
        z3_.int_val(to_string(Integer(1) << static_cast<std::size_t>(second.value())).c_str());
    return t.op() == Op::Shl ? wrapped(t.type(), a * power) : a / power;
  }
  if (t.op() == Op::BitAnd && second.is_constant() && second.value() >= 0
      && (second.value() & (second.value() + 1)) == 0)
    return z3::mod(a, z3_.int_val(to_string(second.value() + 1).c_str()));
  if (!encoding_.functions) return opaque(t);
  approximates_ = true;
  std::string name = fmt::format("{}.{}", kleene::name(t.op()), to_string(t.type()));
  z3::func_decl f = z3_.function(name.c_str(), a.get_sort(), b.get_sort(), z3_.int_sort());
  return with_range(t.type(), f(a, b));
}

z3::expr Z3Terms::cast(Term t) {
  z3::expr a = arg(t, 0);
  Type from = t.arg(0).type();
  Type to = t.type();
  if (from.is_bool()) return bool_to(a, number(to, 1), number(to, 0));
  if (uses_bits(from) && uses_bits(to)) {
    if (to.width() <= from.width()) return a.extract(to.width() - 1, 0);
    unsigned more = to.width() - from.width();
    return from.is_signed() ? z3::sext(a, more) : z3::zext(a, more);
  }
  if (uses_bits(from)) return z3::bv2int(a, from.is_signed());
  if (uses_bits(to)) return z3::int2bv(to.width(), a);
  bool keeps = to.is_math()
               || (from.is_machine() && to.width() >= from.width()
                   && (from.is_signed() == to.is_signed() || to.width() > from.width())
                   && !(from.is_signed() && !to.is_signed()));
  return keeps ? a : into_range(to, a);
}

z3::expr Z3Terms::wrapped(Type type, const z3::expr& value) {
  return type.is_machine() && !type.is_signed() ? into_range(type, value) : value;
}

z3::expr Z3Terms::into_range(Type type, const z3::expr& value) {
  if (encoding_.never_wraps) return value;
  z3::expr modulus = z3_.int_val(to_string(Integer(1) << type.width()).c_str());
  if (!type.is_signed()) return z3::mod(value, modulus);
  z3::expr low = number(type, min_value(type));
  return z3::mod(value - low, modulus) + low;
}

std::optional<Type> Z3Terms::cell_of(Term memory) {
  while (!memory.is_variable())
    memory = memory.arg(memory.op() == Op::Ite ? 1 : 0);
  auto [place, is_new] = cells_.try_emplace(memory);
  if (is_new) place->second = layout_.cell(memory.variable());
  return place->second;
}

unsigned Z3Terms::unit_bits(Term memory) {
  std::optional<Type> cell = cell_of(memory);
  return cell ? cell->width() : 8;
}

bool Z3Terms::same_units(Term a, Term b) {
  return cell_of(a).has_value() == cell_of(b).has_value() && unit_bits(a) == unit_bits(b);
}

z3::expr Z3Terms::address_after(const z3::expr& address, Integer bytes) {
  return address + number(Type::machine(layout_.pointer_width, false), bytes);
}

z3::expr Z3Terms::load(Term t) {
  Term memory = t.arg(0);
  unsigned unit = unit_bits(memory);
  if (integers_ == IntegerModel::Math) {
    if (!cell_of(memory) || unit != t.type().width()) return opaque(t);
    return wrapped(t.type(), z3::select(arg(t, 0), arg(t, 1)));
  }
  if (t.type().width() % unit != 0) return opaque(t);
  z3::expr value = z3::select(arg(t, 0), arg(t, 1));
  for (unsigned at = unit; at < t.type().width(); at += unit)
    value = z3::concat(z3::select(arg(t, 0), address_after(arg(t, 1), at / 8)), value);
  return value;
}

z3::expr Z3Terms::store(Term t) {
  Term memory = t.arg(0);
  unsigned unit = unit_bits(memory);
  unsigned width = t.arg(2).type().width();
  if (integers_ == IntegerModel::Math) {
    if (!cell_of(memory) || unit != width) return opaque(t);
    return z3::store(arg(t, 0), arg(t, 1), arg(t, 2));
  }
  if (width % unit != 0) return opaque(t);
  z3::expr result = arg(t, 0);
  for (unsigned at = 0; at < width; at += unit)
    result =
        z3::store(result, address_after(arg(t, 1), at / 8), arg(t, 2).extract(at + unit - 1, at));
  return result;
}

std::optional<unsigned> Z3Terms::units(Term memory, Term length) {
  if (!length.is_constant() || integers_ == IntegerModel::Math) return std::nullopt;
  unsigned bytes = unit_bits(memory) / 8;
  if (length.value() % bytes != 0 || length.value() / bytes > most_units) return std::nullopt;
  return static_cast<unsigned>(length.value()) / bytes;
}

z3::expr Z3Terms::mem_set(Term t) {
  Term memory = t.arg(0);
  std::optional<unsigned> count = units(memory, t.arg(3));
  if (!count) return opaque(t);
  z3::expr value = arg(t, 2);
  for (unsigned bits = 8; bits < unit_bits(memory); bits += 8)
    value = z3::concat(value, arg(t, 2));
  z3::expr result = arg(t, 0);
  for (unsigned i = 0; i < *count; ++i)
    result = z3::store(result, address_after(arg(t, 1), Integer(i) * unit_bits(memory) / 8), value);
  return result;
}

z3::expr Z3Terms::mem_copy(Term t) {
  Term memory = t.arg(0);
  std::optional<unsigned> count = units(memory, t.arg(4));
  if (!count || !same_units(memory, t.arg(2))) return opaque(t);
  z3::expr result = arg(t, 0);
  for (unsigned i = 0; i < *count; ++i) {
    Integer offset = Integer(i) * unit_bits(memory) / 8;
    z3::expr unit = z3::select(arg(t, 2), address_after(arg(t, 3), offset));
    result = z3::store(result, address_after(arg(t, 1), offset), unit);
  }
  return result;
}

} // namespace kleene::smt
