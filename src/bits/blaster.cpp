// SPDX-License-Identifier: Apache-2.0
#include "kleene/bits/blaster.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "float_words.h"

namespace kleene::bits {
namespace {

constexpr std::size_t longest_block = 4096; // cells

std::size_t width_of(Type type) {
  if (type.is_bool()) return 1;
  if (type.is_machine()) return type.width();
  throw NotBits(fmt::format("a value of type {}", to_string(type)));
}

} // namespace

ValueRef Blaster::value(Term t) {
  make(t);
  return done(t);
}

const Image& Blaster::image(Term t) {
  make(t);
  return images_done_.at(t);
}

void Blaster::make(Term root) {
  if (done_.contains(root) || images_done_.contains(root)) return;
  for_each_subterm(root, [&](Term t) {
    if (done_.contains(t) || images_done_.contains(t)) return;
    if (t.type().is_memory())
      images_done_.emplace(t, made_image(t));
    else
      done_.emplace(t, made(t));
  });
}

ValueRef Blaster::made(Term t) {
  switch (t.op()) {
  case Op::Constant:
    if (number_means && t.type().is_machine() && !t.type().is_signed())
      if (ValueRef address = number_means(t.value());
          address && address->rest.size() == t.type().width())
        return address;
    return values.plain(Words::constant(t.value(), width_of(t.type())));
  case Op::Variable: {
    auto found = variables_.find(t.variable());
    if (found == variables_.end()) throw NotBits("a variable that has no bits");
    return found->second;
  }
  case Op::Ite:
    return values.choose(done(t.arg(0))->rest.front(), done(t.arg(1)), done(t.arg(2)));
  case Op::Cast:
    return cast(t);
  case Op::Load:
    return memory.load(images_done_.at(t.arg(0)), *done(t.arg(1)), t.type().bytes());
  case Op::PtrAdd:
    return values.shifted(*done(t.arg(0)), number(t.arg(1)));
  case Op::Not:
  case Op::And:
  case Op::Or:
  case Op::Eq:
  case Op::Lt:
  case Op::Le:
    return boolean(t);
  default:
    return is_float(t.op()) ? floating(t) : arithmetic(t);
  }
}

ValueRef Blaster::floating(Term t) {
  FloatWords build(values.words);
  Type type = t.arg(0).type();
  auto a = [&] { return number(t.arg(0)); };
  auto b = [&] { return number(t.arg(1)); };
  FloatOp f = float_op(t.op());
  if (f == FloatOp::FromInt)
    return values.plain(
        FloatArithmetic<FloatWords>(build, t.type().width()).from_integer(a(), type.is_signed()));
  FloatArithmetic<FloatWords> floats(build, type.width());
  switch (f) {
  case FloatOp::Add:
    return values.plain(floats.add(a(), b()));
  case FloatOp::Sub:
    return values.plain(floats.sub(a(), b()));
  case FloatOp::Mul:
    return values.plain(floats.mul(a(), b()));
  case FloatOp::Div:
    return values.plain(floats.div(a(), b()));
  case FloatOp::Sqrt:
    return values.plain(floats.sqrt(a()));
  case FloatOp::Eq:
    return values.plain(floats.equal(a(), b()));
  case FloatOp::Lt:
  case FloatOp::Le:
    return values.plain(floats.less(a(), b(), f == FloatOp::Le));
  case FloatOp::ToFloat:
    return values.plain(floats.to_float(a(), t.type().width()));
  case FloatOp::ToInt:
    return values.plain(floats.to_integer(a(), t.type()));
  default:
    throw NotBits(fmt::format("the operation '{}'", name(t.op())));
  }
}

ValueRef Blaster::boolean(Term t) {
  Circuit& c = values.words.circuit();
  auto of = [&](std::size_t i) { return done(t.arg(i))->rest.front(); };
  Lit result = constant(t.op() == Op::And);
  switch (t.op()) {
  case Op::Not:
    result = !of(0);
    break;
  case Op::And:
    for (std::size_t i = 0; i < t.arity(); ++i)
      result = c.conj(result, of(i));
    break;
  case Op::Or:
    for (std::size_t i = 0; i < t.arity(); ++i)
      result = c.disj(result, of(i));
    break;
  case Op::Eq:
    width_of(t.arg(0).type());
    result = values.equal(*done(t.arg(0)), *done(t.arg(1)));
    break;
  default: {
    bool or_equal = t.op() == Op::Le;
    result = t.arg(0).type().is_signed()
                 ? values.words.less(number(t.arg(0)), number(t.arg(1)), true, or_equal)
                 : values.less(*done(t.arg(0)), *done(t.arg(1)), or_equal);
  }
  }
  return values.plain(result);
}

/// In the width of what is shifted. An amount that loses bits by that is too great anyway.
Word Blaster::shift_amount(Term t) {
  return values.words.resize(number(t.arg(1)), width_of(t.type()), t.arg(1).type().is_signed());
}

ValueRef Blaster::arithmetic(Term t) {
  Words& w = values.words;
  width_of(t.type());
  bool is_signed = t.type().is_signed();
  auto a = [&] { return number(t.arg(0)); };
  auto b = [&] { return number(t.arg(1)); };
  switch (t.op()) {
  case Op::Neg:
    return values.plain(w.negate(a()));
  case Op::Add:
    return values.plain(w.add(a(), b()));
  case Op::Sub:
    return values.plain(values.difference(*done(t.arg(0)), *done(t.arg(1))));
  case Op::Mul:
    return values.plain(w.mul(a(), b()));
  case Op::Div:
    return values.plain(w.divide(a(), b(), is_signed).quotient);
  case Op::Rem:
    return values.plain(w.divide(a(), b(), is_signed).remainder);
  case Op::BitNot:
    return values.plain(w.invert(a()));
  case Op::BitAnd:
    return values.plain(w.conj(a(), b()));
  case Op::BitOr:
    return values.plain(w.disj(a(), b()));
  case Op::BitXor:
    return values.plain(w.exor(a(), b()));
  case Op::Shl:
    return values.plain(w.shift_left(a(), shift_amount(t)));
  case Op::Shr: {
    Word shifted = a();
    return values.plain(w.shift_right(shifted, shift_amount(t), is_signed ? shifted.back() : no));
  }
  default:
    throw NotBits(fmt::format("the operation '{}'", name(t.op())));
  }
}

ValueRef Blaster::cast(Term t) {
  Type from = t.arg(0).type();
  if (width_of(from) == width_of(t.type())) return done(t.arg(0));
  return values.plain(values.words.resize(
      number(t.arg(0)), width_of(t.type()), !from.is_bool() && from.is_signed()));
}

Lit Blaster::overflow(Term t) {
  for (Term operand : t.args())
    make(operand);
  Words& w = values.words;
  std::size_t width = width_of(t.type());
  Word a = number(t.arg(0));
  Word least = Words::constant(min_value(t.type()), width);
  if (t.op() == Op::Neg) return w.equal(a, least);
  if (t.op() == Op::Div || t.op() == Op::Rem)
    return w.circuit().conj(w.equal(a, least),
                            w.equal(number(t.arg(1)), Words::constant(-1, width)));
  bool sum = t.op() == Op::Add || t.op() == Op::Sub;
  std::size_t wide = sum ? width + 1 : 2 * width;
  Word b = t.op() == Op::Shl ? w.resize(shift_amount(t), wide, false)
                             : w.resize(number(t.arg(1)), wide, true);
  Lit negative = a.back();
  a = w.resize(a, wide, true);
  Word exact = t.op() == Op::Add   ? w.add(a, b)
               : t.op() == Op::Sub ? w.sub(a, b)
               : t.op() == Op::Mul ? w.mul(a, b)
                                   : w.shift_left(a, b);
  Word kept = w.resize(w.resize(exact, width, true), wide, true);
  // Shifts of negative numbers do not count.
  Lit counts = t.op() == Op::Shl ? !negative : yes;
  return w.circuit().conj(counts, !w.equal(exact, kept));
}

Image Blaster::made_image(Term t) {
  switch (t.op()) {
  case Op::Variable: {
    auto found = images_.find(t.variable());
    if (found == images_.end()) throw NotBits("a memory that nothing is known about");
    return found->second;
  }
  case Op::Ite:
    return memory.choose(
        done(t.arg(0))->rest.front(), images_done_.at(t.arg(1)), images_done_.at(t.arg(2)));
  case Op::Store: {
    Image result = images_done_.at(t.arg(0));
    memory.store(result, *done(t.arg(1)), done(t.arg(2)));
    return result;
  }
  case Op::MemCopy:
    return copied(t);
  default:
    return filled(t);
  }
}

std::size_t Blaster::block(Term length, const Image& image) const {
  if (!done(length)->places.empty()) throw NotBits("a block of memory of unknown length");
  std::optional<Integer> bytes = Words::value(done(length)->rest);
  if (!bytes) return open_block(done(length)->rest, image);
  if (*bytes % Integer(image.unit) != 0)
    throw NotBits("a block that ends in the middle of a memory cell");
  if (*bytes / Integer(image.unit) > Integer(longest_block))
    throw NotBits("a block of memory is too long");
  return static_cast<std::size_t>(*bytes) / image.unit;
}

/// Of unknown length: as many cells as the largest object has, for blocks lie in objects.
std::size_t Blaster::open_block(const Word& length, const Image& image) const {
  constexpr std::size_t longest = 256;
  if (!std::has_single_bit(image.unit)) throw NotBits("memory cells of an odd size");
  for (int i = 0; i < std::countr_zero(image.unit); ++i)
    if (length[static_cast<std::size_t>(i)] != no)
      throw NotBits("a block of unknown length that may end in the middle of a memory cell");
  std::size_t most = 0;
  for (const auto& [object, cells] : image.objects)
    most = std::max(most, cells->size());
  if (most > longest) throw NotBits("a block of unknown length in a large object");
  return most;
}

/// The new value where the block is longer than the offset.
ValueRef
Blaster::if_within(Term length, std::size_t offset, const ValueRef& value, const ValueRef& old) {
  const Word& bytes = done(length)->rest;
  Lit within = values.words.less(Words::constant(Integer(offset), bytes.size()), bytes, false);
  return values.choose(within, value, old);
}

Image Blaster::copied(Term t) {
  Image result = images_done_.at(t.arg(0));
  const Image& from = images_done_.at(t.arg(2));
  if (result.unit != from.unit) throw NotBits("a copy between memories of different cells");
  std::size_t count = block(t.arg(4), result);
  // In the largest steps that fit, so that addresses are copied as such.
  std::size_t pointer = done(t.arg(1))->rest.size() / 8;
  bool open = !Words::value(done(t.arg(4))->rest);
  std::size_t step = result.unit == 1 && count % pointer == 0 && !open ? pointer : result.unit;
  std::size_t width = done(t.arg(1))->rest.size();
  auto at = [&](std::size_t arg, std::size_t offset) {
    return values.shifted(*done(t.arg(arg)), Words::constant(Integer(offset), width));
  };
  std::size_t bytes = count * result.unit;
  std::vector<ValueRef> moved;
  for (std::size_t i = 0; i < bytes; i += step)
    moved.push_back(memory.load(from, *at(3, i), step));
  for (std::size_t i = 0; i < bytes; i += step) {
    ValueRef to = at(1, i);
    ValueRef& value = moved[i / step];
    if (open) value = if_within(t.arg(4), i, value, memory.load(result, *to, step));
    memory.store(result, *to, value);
  }
  return result;
}

Image Blaster::filled(Term t) {
  Image result = images_done_.at(t.arg(0));
  Word byte = number(t.arg(2));
  Word cell;
  for (std::size_t i = 0; i < result.unit; ++i)
    cell.insert(cell.end(), byte.begin(), byte.end());
  ValueRef value = values.plain(cell);
  std::size_t count = block(t.arg(3), result);
  bool open = !Words::value(done(t.arg(3))->rest);
  for (std::size_t i = 0; i < count; ++i) {
    Word offset = Words::constant(Integer(i * result.unit), done(t.arg(1))->rest.size());
    ValueRef to = values.shifted(*done(t.arg(1)), offset);
    ValueRef stored = value;
    if (open)
      stored = if_within(t.arg(3), i * result.unit, value, memory.load(result, *to, result.unit));
    memory.store(result, *to, stored);
  }
  return result;
}

} // namespace kleene::bits
