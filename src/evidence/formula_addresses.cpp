// SPDX-License-Identifier: Apache-2.0
// Where the objects of the program lie. If its executions cannot depend on that (ir/address_use.h), they
// have the addresses that the program gives them. Otherwise an address is a variable of which is known what
// is known of all placements; only the addresses that the formula mentions have one.
#include <fmt/core.h>

#include <algorithm>

#include "formula.h"

namespace kleene::evidence {

std::function<Integer(ObjectId)> addresses_for_executions(const ir::Program& program) {
  bool numbers = ir::address_use(program).numbers;
  return [&program, numbers](ObjectId o) {
    if (numbers)
      throw smt::NotExpressible("an address in a program that depends on where objects lie");
    return Integer(program.object(o).address);
  };
}

Integer Formula::lowest_free_address() const {
  return use_.numbers ? Integer(1) : Integer(problem_.program.first_free_address);
}

Term Formula::behind(Term address, Integer offset) const {
  if (offset == 0) return address;
  if (address.is_constant()) return terms_.constant(address.type(), address.value() + offset);
  return terms_.binary(Op::PtrAdd, address, terms_.constant(address.type(), offset));
}

Term Formula::address_of(Term address) {
  return address_of(address.object());
}

Term Formula::address_of(ObjectId object) {
  const ir::Object& o = problem_.program.object(object);
  Type pointer = problem_.program.pointer_type();
  if (!use_.numbers) return terms_.constant(pointer, Integer(o.address));
  for (const Placed& p : placed_)
    if (p.object == object) return p.address;
  Placed placed{object, fresh("&" + o.name, pointer, std::nullopt, Range::OfType)};
  note(ProgramAddress{placed.address, object});
  place(placed);
  placed_by_address_[placed.address] = placed_.size();
  placed_.push_back(placed);
  return placed.address;
}

/// All that is known. The address behind the object is one that exists, and not null.
void Formula::place(const Placed& placed) {
  constexpr std::size_t most_compared = 200;
  const ir::Object& o = problem_.program.object(placed.object);
  Term address = placed.address;
  std::vector<Term> facts{terms_.ne(address, terms_.constant(address.type(), 0)),
                          terms_.le(address, behind(address, Integer(o.size)))};
  for (std::size_t i = 0; i < std::min(placed_.size(), most_compared); ++i)
    facts.push_back(apart(placed, placed_[i]));
  for (const Made& made : made_)
    facts.push_back(apart(made, placed));
  for (Term fact : facts)
    require(fact);
  std::uint64_t alignment = ir::alignment(o);
  if (alignment == 1) return;
  Term rest =
      terms_.binary(Op::BitAnd, address, terms_.constant(address.type(), Integer(alignment) - 1));
  try {
    require(terms_.eq(rest, terms_.constant(address.type(), 0)));
  } catch (const smt::NotExpressible&) {
    return; // One fact less.
  }
}

Term Formula::apart(const Placed& a, const Placed& b) const {
  const ir::Object& x = problem_.program.object(a.object);
  const ir::Object& y = problem_.program.object(b.object);
  if (x.size == 0 || y.size == 0) return terms_.truth(true);
  std::vector<Term> ways{terms_.le(behind(a.address, Integer(x.size)), b.address),
                         terms_.le(behind(b.address, Integer(y.size)), a.address)};
  if (std::optional<std::uint64_t> between = ir::shared_end(x, y)) {
    bool first = x.size >= y.size;
    ways.push_back(
        terms_.eq((first ? b : a).address, behind((first ? a : b).address, Integer(*between))));
  }
  return terms_.disj(std::move(ways));
}

Term Formula::apart(const Made& made, const Placed& placed) const {
  auto size = Integer(problem_.program.object(placed.object).size);
  if (size == 0) return terms_.truth(true);
  return terms_.disj({terms_.negate(made.guard),
                      terms_.le(made.end, placed.address),
                      terms_.le(behind(placed.address, size), made.address)});
}

void Formula::keep_apart(Term guard, Term address, Term end) {
  if (!use_.numbers) return; // Below the lowest free address.
  made_.push_back({guard, address, end});
  for (const Placed& p : placed_)
    require(apart(made_.back(), p));
}

const Formula::Placed* Formula::placed(Term base) const {
  if (base.null()) return nullptr;
  auto found = placed_by_address_.find(base);
  return found == placed_by_address_.end() ? nullptr : &placed_[found->second];
}

/// Do two accesses to one memory certainly touch different bytes?
bool Formula::disjoint(const SplitAddress& a,
                       std::size_t a_bytes,
                       const SplitAddress& b,
                       std::size_t b_bytes) const {
  if (a.base != b.base) {
    const Placed* x = placed(a.base);
    const Placed* y = placed(b.base);
    if (x == nullptr || y == nullptr) return false;
    auto inside = [&](const Placed& p, Integer offset, std::size_t bytes) {
      const ir::Object& o = problem_.program.object(p.object);
      return offset >= 0 && offset + static_cast<Integer>(bytes) <= Integer(o.size);
    };
    return inside(*x, a.offset, a_bytes) && inside(*y, b.offset, b_bytes)
           && !ir::shared_end(problem_.program.object(x->object),
                              problem_.program.object(y->object));
  }
  Integer modulus = Integer(1) << problem_.program.pointer_width;
  Integer distance = (((a.offset - b.offset) % modulus) + modulus) % modulus;
  return distance >= static_cast<Integer>(b_bytes)
         && modulus - distance >= static_cast<Integer>(a_bytes);
}

/// What an object contains at the start; null where it is a part of an address.
Term Formula::contents(Type type, const ir::Object& object, std::uint64_t offset) {
  std::uint64_t width = problem_.program.pointer_width / 8;
  if (use_.numbers)
    for (const ir::Object::Pointer& p : object.pointers) {
      if (p.offset >= offset + type.bytes() || offset >= p.offset + width) continue;
      Term address = behind(address_of(p.object), Integer(p.addend));
      if (p.offset == offset && type.bytes() == width) return terms_.cast(type, address);
      bool within = p.offset <= offset && offset + type.bytes() <= p.offset + width;
      if (!within || problem_.integers == IntegerModel::Math) return {};
      Term shift = terms_.constant(address.type(), Integer(8 * (offset - p.offset)));
      return terms_.cast(type, terms_.binary(Op::Shr, address, shift));
    }
  Integer value = 0;
  for (unsigned i = type.bytes(); i-- > 0;) {
    std::uint64_t at = offset + i;
    value =
        value * 256 + (at < object.bytes.size() ? static_cast<unsigned char>(object.bytes[at]) : 0);
  }
  return terms_.constant(type, value);
}

} // namespace kleene::evidence
