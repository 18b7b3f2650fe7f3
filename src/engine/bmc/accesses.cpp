// SPDX-License-Identifier: Apache-2.0
// What loads, stores and copies do to the contents of objects.
#include <algorithm>
#include <set>

#include "memory.h"

namespace kleene::engine::bmc {
namespace {

/// An access that may mean more places than these is not followed.
constexpr std::size_t most_places = 1024;
/// The same for the bytes of a copy.
constexpr Integer longest_copy = 1 << 16;

std::uint64_t low_bit(Integer value) {
  constexpr std::uint64_t largest = 4096;
  if (value == 0) return largest;
  auto bits = static_cast<std::uint64_t>(value);
  return std::min(bits & (~bits + 1), largest);
}

/// A power of two that divides the term.
std::uint64_t divisor(Term t, int depth = 0) {
  constexpr int deepest = 20;
  if (t.is_constant()) return low_bit(t.value());
  if (depth > deepest || t.arity() == 0) return 1;
  auto of = [&](std::size_t i) { return divisor(t.arg(i), depth + 1); };
  switch (t.op()) {
  case Op::Mul:
    return low_bit(Integer(of(0)) * Integer(of(1)));
  case Op::Add:
  case Op::Sub:
  case Op::PtrAdd:
    return std::min(of(0), of(1));
  case Op::Ite:
    return std::min(of(1), of(2));
  case Op::BitAnd:
    return std::max(of(0), of(1));
  case Op::Neg:
    return of(0);
  case Op::Cast:
    return t.type().is_machine() && t.arg(0).type().is_machine() && t.arg(0).type().width() >= 16
               ? of(0)
               : 1;
  case Op::Shl:
    if (!t.arg(1).is_constant() || t.arg(1).value() < 0 || t.arg(1).value() > 12) return 1;
    return low_bit(Integer(of(0)) << unsigned(t.arg(1).value()));
  default:
    return 1;
  }
}

} // namespace

std::optional<Memory::Places>
Memory::places(const Heap& heap, VarId region, Term leaf, std::uint64_t length) {
  Places result;
  for (std::size_t o : objects_of(heap, region, leaf)) {
    const Object& object = objects_[o];
    if (live(heap, o).is_false() || object.capacity < length) continue;
    std::uint64_t last = object.capacity - length;
    if (leaf.is_constant()) {
      std::uint64_t offset = static_cast<std::uint64_t>(leaf.value()) - object.address;
      if (offset <= last) result.push_back({o, offset});
      continue;
    }
    std::uint64_t step = object.unit;
    std::uint64_t first = 0;
    if (leaf.op() == Op::PtrAdd && leaf.arg(0).is_constant()) {
      step = std::max<std::uint64_t>(step, divisor(leaf.arg(1)));
      first = (static_cast<std::uint64_t>(leaf.arg(0).value()) - object.address) % step;
    }
    if (last / step + result.size() > most_places) return std::nullopt;
    for (std::uint64_t offset = first; offset <= last; offset += step)
      if (offset % object.unit == 0) result.push_back({o, offset});
  }
  return result;
}

Slots* Memory::slots_for_writing(Heap& heap, std::size_t object) {
  std::shared_ptr<Slots>& slots = heap[object].slots;
  if (slots && slots.use_count() > 1) slots = std::make_shared<Slots>(*slots);
  return slots.get();
}

FirstValue Memory::first_value(const Heap& heap, std::size_t object) {
  if (!heap[object].open) return [this](std::size_t, Type type) { return unknown_(type); };
  return [this, object](std::size_t slot, Type type) { return first_part(object, slot, type); };
}

Term Memory::first_part(std::size_t object, std::size_t slot, Type type) {
  Type bits = Type::machine(8 * type.bytes(), false);
  auto [entry, is_new] = first_values_.try_emplace({object, slot, type.bytes()});
  if (is_new) {
    entry->second = variables_.chosen(bits);
    first_parts_.push_back({object, slot * objects_[object].unit, entry->second});
  }
  return simplify_.cast(type, entry->second);
}

Term Memory::read(Heap& heap, ObjectOffset place, Type type) {
  const Object& object = objects_[place.object];
  bool fits = object.unit == 1 || object.unit == type.bytes();
  // Reading settles what was unknown, and this state only may see that.
  Slots* slots = fits ? slots_for_writing(heap, place.object) : nullptr;
  if (!slots) return unknown_(type);
  return contents_.read(
      *slots, object.unit, place.offset / object.unit, type, first_value(heap, place.object));
}

void Memory::write(Heap& heap, ObjectOffset place, Term value, Term condition) {
  const Object& object = objects_[place.object];
  Slots* slots = slots_for_writing(heap, place.object);
  if (!slots) return;
  if (object.unit != 1 && object.unit != value.type().bytes()) {
    forget_object(heap, place.object);
    return;
  }
  if (!condition.is_true())
    value = simplify_.ite(condition, value, read(heap, place, value.type()));
  contents_.write(*slots, object.unit, place.offset / object.unit, value);
}

/// What is read where nothing can be read: any value, and as a pointer one that leads nowhere. If it led anywhere, what
/// comes behind it, which no execution comes to, would be an access to every byte that there is.
Term Memory::nothing(Type type) {
  Term result = unknown_(type);
  if (type == program_.pointer_type()) nowhere_.insert(result);
  return result;
}

Term Memory::load_leaf(Heap& heap, Type type, VarId region, Term leaf) {
  std::optional<Places> where = places(heap, region, leaf, type.bytes());
  if (!where) return unknown_(type);
  if (where->empty()) return nothing(type);
  Term result = read(heap, where->front(), type);
  for (std::size_t i = 1; i < where->size(); ++i) {
    Term here = simplify_.eq(leaf, address_of((*where)[i]));
    result = simplify_.ite(here, read(heap, (*where)[i], type), result);
  }
  return result;
}

Term Memory::load(Heap& heap, Type type, VarId region, Term address) {
  Term value =
      for_each_leaf(address, [&](Term leaf) { return load_leaf(heap, type, region, leaf); });
  return type == program_.pointer_type() ? leaves_.compact(value) : value;
}

void Memory::store(Heap& heap, VarId region, Term address, Term value) {
  std::map<ObjectOffset, Term> where;
  std::set<std::size_t> lost;
  std::vector<Leaf> leaves = leaves_.of(address);
  for (const Leaf& leaf : leaves) {
    std::optional<Places> found = places(heap, region, leaf.address, value.type().bytes());
    if (!found) {
      std::ranges::copy(objects_of(heap, region, leaf.address), std::inserter(lost, lost.end()));
      continue;
    }
    for (ObjectOffset place : *found) {
      Term here = simplify_.conj(leaf.condition, simplify_.eq(leaf.address, address_of(place)));
      auto [entry, is_new] = where.try_emplace(place, here);
      if (!is_new) entry->second = simplify_.disj(entry->second, here);
    }
  }
  for (const auto& [place, here] : where)
    if (!lost.contains(place.object) && !here.is_false()) write(heap, place, value, here);
  for (std::size_t object : lost)
    forget_object(heap, object);
}

void Memory::forget_object(Heap& heap, std::size_t object) {
  if (object >= heap.size() || !heap[object].slots) return;
  heap[object].slots = std::make_shared<Slots>(heap[object].slots->size());
  heap[object].open = false;
}

void Memory::forget(Heap& heap, VarId region, Term address) {
  for_each_leaf(address, [&](Term leaf) {
    for (std::size_t o : objects_of(heap, region, leaf))
      forget_object(heap, o);
    return simplify_.truth(true);
  });
}

void Memory::forget_region(Heap& heap, VarId region) {
  for (std::size_t o = 0; o < heap.size(); ++o)
    if (objects_[o].region == region && !objects_[o].read_only) forget_object(heap, o);
}

std::optional<std::uint64_t> Memory::room(const Heap& heap, VarId region, Term address) {
  constexpr std::uint64_t most = 256;
  constexpr std::uint64_t most_from_somewhere = 32;
  std::uint64_t result = 0;
  for_each_leaf(address, [&](Term leaf) {
    for (std::size_t o : objects_of(heap, region, leaf)) {
      const Object& object = objects_[o];
      std::uint64_t behind = object.capacity;
      if (leaf.is_constant())
        behind -= std::min(behind, static_cast<std::uint64_t>(leaf.value()) - object.address);
      result = std::max(result, behind);
    }
    return simplify_.truth(true);
  });
  if (result > (address.is_constant() ? most : most_from_somewhere)) return std::nullopt;
  return result;
}

std::optional<std::uint64_t>
Memory::block(const Heap& heap, VarId region, Term address, Term length, unsigned chunk) {
  if (divisor(length) % chunk != 0) return std::nullopt;
  if (!length.is_constant()) {
    std::optional<std::uint64_t> most = room(heap, region, address);
    if (most) *most -= *most % chunk;
    return most;
  }
  if (length.value() > longest_copy) return std::nullopt;
  return static_cast<std::uint64_t>(length.value());
}

Term Memory::if_within(
    Heap& heap, VarId region, Term address, Term length, Term offset, Term value) {
  if (length.is_constant()) return value;
  Term old = load(heap, value.type(), region, address);
  return simplify_.ite(simplify_.lt(offset, length), value, old);
}

void Memory::copy(Heap& heap, VarId to_region, Term to, VarId from_region, Term from, Term length) {
  if (length.is_constant() && length.value() == 0) return;
  unsigned to_unit = unit_of(to_region);
  unsigned from_unit = unit_of(from_region);
  unsigned chunk = std::max(to_unit, from_unit);
  if (chunk == 1) chunk = static_cast<unsigned>(std::min<std::uint64_t>(divisor(length), 8));
  if (chunk == 2) chunk = std::max(to_unit, from_unit);
  bool fits = (to_unit == 1 || to_unit == chunk) && (from_unit == 1 || from_unit == chunk);
  std::optional<std::uint64_t> size;
  if (fits) size = block(heap, to_region, to, length, chunk);
  if (!size) {
    forget(heap, to_region, to);
    return;
  }
  if (length.is_constant() && to.is_constant() && from.is_constant() && to_unit == from_unit) {
    std::optional<Places> source = places(heap, from_region, from, *size);
    std::optional<Places> target = places(heap, to_region, to, *size);
    if (source && target && source->size() == 1 && target->size() == 1) {
      copy_slots(heap, target->front(), source->front(), *size / to_unit);
      return;
    }
  }
  auto behind = [&](Term address, std::uint64_t offset) {
    return simplify_.binary(Op::PtrAdd, address, pointer(offset));
  };
  std::vector<Term> values;
  for (std::uint64_t i = 0; i < *size; i += chunk)
    values.push_back(load(heap, Type::machine(8 * chunk, false), from_region, behind(from, i)));
  for (std::uint64_t i = 0; i < *size; i += chunk) {
    Term value = values[i / chunk];
    store(heap,
          to_region,
          behind(to, i),
          if_within(heap, to_region, behind(to, i), length, pointer(i), value));
  }
}

/// Slot by slot: values that lie across keep their parts.
void Memory::copy_slots(Heap& heap, ObjectOffset to, ObjectOffset from, std::uint64_t count) {
  if (!heap[from.object].slots || !heap[to.object].slots) {
    forget_object(heap, to.object);
    return;
  }
  Slots* source = slots_for_writing(heap, from.object);
  std::size_t begin = from.offset / objects_[from.object].unit;
  FirstValue first_value = this->first_value(heap, from.object);
  if (heap[from.object].open || heap[to.object].open)
    for (std::size_t i = begin; i < begin + count; ++i)
      if ((*source)[i].value.null())
        (*source)[i] = {first_value(i, Type::machine(8 * objects_[from.object].unit, false)), 0};
  Slots* target = slots_for_writing(heap, to.object);
  auto first = source->begin() + std::ptrdiff_t(begin);
  Slots moved(first, first + std::ptrdiff_t(count));
  std::ranges::copy(moved, target->begin() + std::ptrdiff_t(to.offset / objects_[to.object].unit));
}

void Memory::fill(Heap& heap, VarId region, Term to, Term byte, Term length) {
  unsigned chunk = unit_of(region);
  std::optional<std::uint64_t> size = block(heap, region, to, length, chunk);
  if (!size) {
    forget(heap, region, to);
    return;
  }
  Type type = Type::machine(8 * chunk, false);
  Term ones = simplify_.constant(type, max_value(type) / 255); // 0x0101…
  Term value = simplify_.binary(Op::Mul, simplify_.cast(type, byte), ones);
  for (std::uint64_t i = 0; i < *size; i += chunk) {
    Term place = simplify_.binary(Op::PtrAdd, to, pointer(i));
    store(heap, region, place, if_within(heap, region, place, length, pointer(i), value));
  }
}

} // namespace kleene::engine::bmc
