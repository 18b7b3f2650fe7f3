// SPDX-License-Identifier: Apache-2.0
// Objects, addresses and validity. What accesses do is in accesses.cpp.
#include "memory.h"

#include "kleene/ir/shadow.h"

#include <algorithm>

namespace kleene::engine::bmc {
namespace {

/// Space between objects, so that a pointer behind one of them is not in the next.
constexpr std::uint64_t gap = 64;
/// Larger objects have unknown contents.
constexpr std::uint64_t most_slots = 1U << 20;

} // namespace

Memory::Memory(const ir::Program& program,
               symbolic::Simplifier& simplify,
               const Variables& variables)
    : program_(program),
      shadowed_(ir::shadowed_regions(program)),
      shadow_of_(shadowed_.size()),
      simplify_(simplify),
      unknown_(variables.unknown),
      variables_(variables),
      contents_(simplify, variables.unknown),
      leaves_(simplify),
      next_address_(program.first_free_address + gap) {
  for (std::size_t v = 0; v < shadowed_.size(); ++v)
    if (shadowed_[v].valid()) shadow_of_[shadowed_[v].index()] = VarId(v);
}

void Memory::add(Heap& heap, Object object, ObjectState state) {
  by_address_[object.address] = objects_.size();
  heap.resize(objects_.size());
  heap.push_back(std::move(state));
  objects_.push_back(object);
  VarId shadow = object.region.valid() ? shadow_of_[object.region.index()] : VarId();
  if (!shadow.valid()) return;
  objects_.back().shadow = objects_.size();
  object.region = shadow;
  object.on_heap = false;
  object.is_shadow = true;
  ObjectState bits{simplify_.truth(true), nullptr};
  Slot none{simplify_.constant(Type::machine(8 * object.unit, false), 0), 0};
  std::uint64_t slots = (object.capacity + object.unit - 1) / object.unit;
  if (slots <= most_slots) bits.slots = std::make_shared<Slots>(slots, none);
  objects_.push_back(object);
  heap.push_back(std::move(bits));
}

unsigned Memory::unit_of(VarId region) const {
  if (!region.valid()) return 1;
  const std::optional<Type>& cell = program_.variable(region).cell;
  return cell ? cell->bytes() : 1;
}

Term Memory::pointer(std::uint64_t value) {
  return simplify_.constant(program_.pointer_type(), static_cast<Integer>(value));
}

Slots Memory::initial_slots(const ir::Object& object, unsigned unit) {
  Slots slots(object.size / unit);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Integer value = 0;
    for (unsigned b = unit; b-- > 0;) {
      std::size_t index = i * unit + b;
      auto byte = index < object.bytes.size() ? static_cast<unsigned char>(object.bytes[index]) : 0;
      value = value * 256 + byte;
    }
    slots[i] = {simplify_.constant(Type::machine(8 * unit, false), value), 0};
  }
  return slots;
}

Heap Memory::initial() {
  Heap heap;
  for (const ir::Object& object : program_.objects) {
    if (object.kind != ir::ObjectKind::Data) continue;
    Object made{object.address,
                object.size,
                pointer(object.size),
                object.region,
                unit_of(object.region),
                object.read_only,
                false};
    ObjectState state{simplify_.truth(true), nullptr};
    if (object.size / made.unit <= most_slots)
      state.slots = std::make_shared<Slots>(initial_slots(object, made.unit));
    add(heap, made, std::move(state));
  }
  return heap;
}

Term Memory::allocate(Heap& heap, const ir::Alloc& alloc, Term size, std::uint64_t capacity) {
  std::uint64_t alignment = std::max(alloc.alignment, 16U);
  next_address_ = (next_address_ + alignment - 1) / alignment * alignment;
  Object made{next_address_,
              capacity,
              size,
              alloc.region,
              unit_of(alloc.region),
              false,
              alloc.storage == ir::Storage::Heap};
  next_address_ += capacity + gap;
  ObjectState state;
  state.live = simplify_.truth(true);
  if (capacity / made.unit <= most_slots) {
    Slot fresh;
    if (alloc.zeroed) fresh.value = simplify_.constant(Type::machine(8 * made.unit, false), 0);
    state.slots = std::make_shared<Slots>((capacity + made.unit - 1) / made.unit, fresh);
  }
  state.open = program_.free_uninitialised && ir::has_open_contents(alloc);
  add(heap, made, std::move(state));
  return pointer(made.address);
}

void Memory::end(Heap& heap, std::size_t object) {
  if (object >= heap.size() || heap[object].live.null()) return;
  heap[object] = {simplify_.truth(false), nullptr};
}

Term Memory::live(const Heap& heap, std::size_t object) {
  if (object >= heap.size() || heap[object].live.null()) return simplify_.truth(false);
  return heap[object].live;
}

Term Memory::for_each_leaf(Term address, const std::function<Term(Term)>& f) {
  return leaves_.for_each(address, f);
}

Term Memory::is_at(Term address, std::size_t object) {
  Term start = pointer(objects_[object].address);
  return for_each_leaf(address, [&](Term leaf) { return simplify_.eq(leaf, start); });
}

std::vector<std::size_t> Memory::objects_at(std::uint64_t address) const {
  std::vector<std::size_t> result;
  auto next = by_address_.upper_bound(address);
  if (next == by_address_.begin()) return result;
  auto last = std::prev(next);
  auto reaches = [&](std::size_t o) {
    return address <= objects_[o].address + objects_[o].capacity;
  };
  if (reaches(last->second)) result.push_back(last->second);
  if (last->first == address && last != by_address_.begin() && reaches(std::prev(last)->second))
    result.push_back(std::prev(last)->second); // a pointer behind the one before
  return result;
}

bool Memory::leads_nowhere(Term base) const {
  return base.is_variable() && (variables_.is_number(base) || nowhere_.contains(base));
}

std::vector<std::size_t> Memory::objects_of(const Heap& heap, VarId region, Term leaf) const {
  Term base = leaf.op() == Op::PtrAdd ? leaf.arg(0) : leaf;
  bool shadow = region.valid() && shadowed_[region.index()].valid();
  std::vector<std::size_t> result;
  if (leads_nowhere(base)) return result;
  if (base.is_constant()) {
    for (std::size_t o : objects_at(static_cast<std::uint64_t>(base.value())))
      if (!shadow)
        result.push_back(o);
      else if (objects_[o].shadow != 0)
        result.push_back(objects_[o].shadow);
    return result;
  }
  for (std::size_t i = 0; i < heap.size(); ++i) {
    bool possible = !heap[i].live.null() && !heap[i].live.is_false();
    bool fits = region.valid() ? objects_[i].region == region : !objects_[i].is_shadow;
    if (possible && fits) result.push_back(i);
  }
  return result;
}

Term Memory::valid_leaf(const Heap& heap, Term leaf, Term length, bool writable) {
  Term result = simplify_.truth(false);
  std::vector<std::size_t> objects = objects_of(heap, {}, leaf);
  constexpr std::size_t most_objects = 1000;
  if (objects.size() > most_objects) return unknown_(Type::boolean());
  for (std::size_t o : objects) {
    const Object& object = objects_[o];
    Term alive = live(heap, o);
    if (alive.is_false() || (writable && object.read_only)) continue;
    Term offset = simplify_.binary(Op::Sub, leaf, pointer(object.address));
    Term fits =
        simplify_.conj(simplify_.le(length, object.size),
                       simplify_.le(offset, simplify_.binary(Op::Sub, object.size, length)));
    result = simplify_.disj(result, simplify_.conj(alive, fits));
  }
  return result;
}

Term Memory::valid(const Heap& heap, Term address, Term length, bool writable) {
  return for_each_leaf(address,
                       [&](Term leaf) { return valid_leaf(heap, leaf, length, writable); });
}

Term Memory::freeable(const Heap& heap, Term address) {
  return for_each_leaf(address, [&](Term leaf) {
    Term result = simplify_.eq(leaf, pointer(0));
    for (std::size_t o : objects_of(heap, {}, leaf)) {
      if (!objects_[o].on_heap) continue;
      Term start = simplify_.eq(leaf, pointer(objects_[o].address));
      result = simplify_.disj(result, simplify_.conj(live(heap, o), start));
    }
    return result;
  });
}

Term Memory::size_of(const Heap& heap, Term address) {
  return for_each_leaf(address, [&](Term leaf) {
    Term result = pointer(0);
    for (std::size_t o : objects_of(heap, {}, leaf)) {
      if (!objects_[o].on_heap) continue;
      Term start = simplify_.eq(leaf, pointer(objects_[o].address));
      result = simplify_.ite(simplify_.conj(live(heap, o), start), objects_[o].size, result);
    }
    return result;
  });
}

void Memory::free(Heap& heap, Term address) {
  std::vector<std::size_t> objects;
  for_each_leaf(address, [&](Term leaf) {
    std::ranges::copy(objects_of(heap, {}, leaf), std::back_inserter(objects));
    return simplify_.truth(true);
  });
  for (std::size_t o : objects) {
    if (o >= heap.size() || heap[o].live.null()) continue;
    Term other = simplify_.negate(is_at(address, o));
    heap[o].live = simplify_.conj(heap[o].live, other);
    if (heap[o].live.is_false()) heap[o].slots = nullptr;
  }
}

void Memory::merge(Heap& a, const Heap& b, Term on_a) {
  if (a.size() < b.size()) a.resize(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) {
    ObjectState& in_a = a[i];
    const ObjectState& in_b = b[i];
    if (in_b.live.null()) {
      if (!in_a.live.null()) in_a.live = simplify_.conj(in_a.live, on_a);
      continue;
    }
    if (in_a.live.null()) {
      in_a = {simplify_.conj(in_b.live, simplify_.negate(on_a)), in_b.slots, in_b.open};
      continue;
    }
    bool dead_a = in_a.live.is_false();
    bool dead_b = in_b.live.is_false();
    in_a.live = simplify_.ite(on_a, in_a.live, in_b.live);
    if ((in_a.slots == in_b.slots && in_a.open == in_b.open) || dead_b) continue;
    if (dead_a) {
      in_a.slots = in_b.slots;
      in_a.open = in_b.open;
    } else if (!in_a.slots || !in_b.slots) {
      in_a.slots = nullptr;
    } else {
      merge_slots(a, in_b, i, on_a);
    }
  }
  for (std::size_t i = b.size(); i < a.size(); ++i)
    if (!a[i].live.null()) a[i].live = simplify_.conj(a[i].live, on_a);
}

/// What the environment put there in the beginning is the same on both sides.
void Memory::merge_slots(Heap& a, const ObjectState& b, std::size_t object, Term on_a) {
  Slots& slots = *slots_for_writing(a, object);
  unsigned unit = objects_[object].unit;
  if (!a[object].open || !b.open) {
    a[object].open = false;
    return contents_.merge(slots, *b.slots, unit, on_a);
  }
  FirstValue first = first_value(a, object);
  Slots other = *b.slots;
  contents_.settle_like(other, slots, unit, first);
  contents_.settle_like(slots, other, unit, first);
  contents_.merge(slots, other, unit, on_a);
}

} // namespace kleene::engine::bmc
