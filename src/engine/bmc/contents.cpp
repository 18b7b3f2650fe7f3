// SPDX-License-Identifier: Apache-2.0
#include "contents.h"

#include <algorithm>

namespace kleene::engine::bmc {
namespace {

Type bits(unsigned bytes) {
  return Type::machine(8 * bytes, false);
}

Term amount(symbolic::Simplifier& simplify, Type type, unsigned bytes) {
  return simplify.constant(type, 8 * bytes);
}

} // namespace

Term Contents::byte(const Slot& slot) {
  if (slot.value.null()) return unknown_(bits(1));
  Type whole_type = bits(slot.value.type().bytes());
  Term value = simplify_.cast(whole_type, slot.value);
  return simplify_.cast(bits(1),
                        simplify_.binary(Op::Shr, value, amount(simplify_, whole_type, slot.part)));
}

Term Contents::whole(const Slots& slots, std::size_t first, unsigned bytes) {
  const Slot& start = slots[first];
  if (start.value.null()) return {};
  bool same = start.value.type().bytes() == bytes;
  bool constant = true;
  for (unsigned i = 0; i < bytes; ++i) {
    const Slot& slot = slots[first + i];
    same &= slot.value == start.value && slot.part == i;
    constant &= !slot.value.null() && slot.value.is_constant();
  }
  if (same) return start.value;
  return constant ? assemble(slots, first, bytes) : Term();
}

Term Contents::assemble(const Slots& slots, std::size_t first, unsigned bytes) {
  const Slot& start = slots[first];
  Type type = bits(bytes);
  bool part_of_one = std::ranges::all_of(
      slots.begin() + std::ptrdiff_t(first),
      slots.begin() + std::ptrdiff_t(first + bytes),
      [&](const Slot& slot) {
        return slot.value == start.value && slot.part == start.part + unsigned(&slot - &start);
      });
  if (part_of_one) {
    Type whole_type = bits(start.value.type().bytes());
    Term value = simplify_.cast(whole_type, start.value);
    return simplify_.cast(
        type, simplify_.binary(Op::Shr, value, amount(simplify_, whole_type, start.part)));
  }
  Term result = simplify_.cast(type, byte(start));
  for (unsigned i = 1; i < bytes; ++i) {
    Term high = simplify_.cast(type, byte(slots[first + i]));
    high = simplify_.binary(Op::Shl, high, amount(simplify_, type, i));
    result = simplify_.binary(Op::BitOr, result, high);
  }
  return result;
}

/// Gives unknown bytes a value.
void Contents::settle(Slots& slots,
                      std::size_t first,
                      unsigned bytes,
                      const FirstValue& first_value) {
  auto known = [&](std::size_t i) { return !slots[first + i].value.null(); };
  bool none = true;
  for (unsigned i = 0; i < bytes; ++i)
    none &= !known(i);
  if (none) {
    write(slots, 1, first, first_value(first, bits(bytes)));
    return;
  }
  for (unsigned i = 0; i < bytes; ++i)
    if (!known(i)) slots[first + i] = {first_value(first + i, bits(1)), 0};
}

Term Contents::read(
    Slots& slots, unsigned unit, std::size_t first, Type type, const FirstValue& first_value) {
  if (unit > 1) {
    Slot& slot = slots[first];
    if (slot.value.null()) slot = {first_value(first, type), 0};
    return simplify_.cast(type, slot.value);
  }
  settle(slots, first, type.bytes(), first_value);
  Term value = whole(slots, first, type.bytes());
  if (value.null()) value = assemble(slots, first, type.bytes());
  if (value.is_constant()) write(slots, unit, first, value);
  return simplify_.cast(type, value);
}

void Contents::write(Slots& slots, unsigned unit, std::size_t first, Term value) {
  if (unit > 1) {
    slots[first] = {value, 0};
    return;
  }
  for (unsigned i = 0; i < value.type().bytes(); ++i)
    slots[first + i] = {value, i};
}

void Contents::settle_like(Slots& slots,
                           const Slots& other,
                           unsigned unit,
                           const FirstValue& first_value) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].value.null() || other[i].value.null()) continue;
    Type type = other[i].value.type();
    if (unit > 1)
      slots[i] = {first_value(i, type), 0};
    else if (other[i].part == 0 && i + type.bytes() <= slots.size())
      settle(slots, i, type.bytes(), first_value);
    else
      settle(slots, i, 1, first_value);
  }
}

void Contents::merge(Slots& a, const Slots& b, unsigned unit, Term on_a) {
  std::size_t i = 0;
  while (i < a.size()) {
    if (a[i] == b[i]) {
      ++i;
      continue;
    }
    Term known = a[i].value.null() ? b[i].value : a[i].value;
    if (unit > 1) {
      Type type = known.type();
      Term in_a = a[i].value.null() ? unknown_(type) : a[i].value;
      Term in_b = b[i].value.null() ? unknown_(type) : b[i].value;
      a[i++] = {simplify_.ite(on_a, in_a, simplify_.cast(type, in_b)), 0};
      continue;
    }
    unsigned bytes = known.type().bytes();
    bool fit = i + bytes <= a.size();
    Term in_a = fit ? whole(a, i, bytes) : Term();
    Term in_b = fit ? whole(b, i, bytes) : Term();
    if (in_a.null() || in_b.null()) {
      bytes = 1;
      in_a = byte(a[i]);
      in_b = byte(b[i]);
    }
    write(a, 1, i, simplify_.ite(on_a, in_a, simplify_.cast(in_a.type(), in_b)));
    i += bytes;
  }
}

} // namespace kleene::engine::bmc
