// SPDX-License-Identifier: Apache-2.0
#include "kleene/bits/values.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::bits {

ValueRef Values::plain(Word word) const {
  return std::make_shared<const Value>(Value{std::move(word), {}, no});
}

ValueRef Values::address(ObjectNumber object) const {
  std::size_t width = objects[object].address.size();
  Word zero = Words::constant(0, width);
  return std::make_shared<const Value>(Value{zero, {{object, yes, zero}}, no});
}

Word Values::number(const Value& value) {
  Word result = value.rest;
  for (const GuardedAddress& p : value.places)
    result = words.choose(p.condition, words.add(objects[p.object].address, p.offset), result);
  return result;
}

Lit Values::placeless(const Value& value) {
  Lit result = yes;
  for (const GuardedAddress& p : value.places)
    result = words.circuit().conj(result, !p.condition);
  return result;
}

Lit Values::open(const Value& value) {
  if (Words::value(value.rest) == Integer(0)) return no;
  return words.circuit().conj(placeless(value), !value.nowhere);
}

ValueRef Values::choose(Lit condition, const ValueRef& a, const ValueRef& b) {
  if (condition == yes || a == b) return a;
  if (condition == no) return b;
  Circuit& c = words.circuit();
  auto [known, is_new] = chosen_.try_emplace({condition, a, b});
  if (!is_new) return known->second;
  Value result;
  // Where all of one side is places, the rest is that of the other.
  const ValueRef& only = placeless(*a) == no ? b : a;
  bool one_side = placeless(*a) == no || placeless(*b) == no;
  result.rest = one_side ? only->rest : words.choose(condition, a->rest, b->rest);
  result.nowhere = one_side ? only->nowhere : c.choose(condition, a->nowhere, b->nowhere);
  auto in_a = a->places.begin();
  auto in_b = b->places.begin();
  while (in_a != a->places.end() || in_b != b->places.end()) {
    bool from_a =
        in_a != a->places.end() && (in_b == b->places.end() || in_a->object <= in_b->object);
    bool from_b =
        in_b != b->places.end() && (in_a == a->places.end() || in_b->object <= in_a->object);
    GuardedAddress place = from_a ? *in_a : *in_b;
    if (from_a && from_b) {
      place.condition = c.choose(condition, in_a->condition, in_b->condition);
      place.offset = words.choose(condition, in_a->offset, in_b->offset);
    } else {
      place.condition = c.conj(from_a ? condition : !condition, place.condition);
    }
    if (place.condition != no) result.places.push_back(std::move(place));
    if (from_a) ++in_a;
    if (from_b) ++in_b;
  }
  for (const ValueRef& side : {a, b})
    if (result.places.empty() && side->places.empty() && result.rest == side->rest
        && result.nowhere == side->nowhere)
      return known->second = side;
  return known->second = std::make_shared<const Value>(std::move(result));
}

ValueRef Values::shifted(const Value& address, const Word& offset) {
  constexpr int largest_member = 4096;
  Value result = address;
  std::optional<Integer> distance = Words::value(offset);
  if (Words::value(address.rest) == Integer(0) && distance && *distance > 0
      && *distance < largest_member)
    result.nowhere = yes;
  result.rest = words.add(result.rest, offset);
  for (GuardedAddress& p : result.places)
    p.offset = words.add(p.offset, offset);
  return std::make_shared<const Value>(std::move(result));
}

template <class F>
Lit Values::same_object(const Value& a, const Value& b, F both) {
  Circuit& c = words.circuit();
  Lit result = no;
  for (const GuardedAddress& p : a.places)
    for (const GuardedAddress& q : b.places) {
      if (p.object != q.object) continue;
      Lit here = c.conj(p.condition, q.condition);
      both(here, p, q);
      result = c.disj(result, here);
    }
  return result;
}

/// An address in an object, or right behind it, is not null.
Lit Values::is_null(const Value& a) {
  Circuit& c = words.circuit();
  Word zero = Words::constant(0, a.rest.size());
  Lit result = c.conj(placeless(a), words.equal(a.rest, zero));
  for (const GuardedAddress& p : a.places) {
    const Object& o = objects[p.object];
    Lit inside =
        words.less(p.offset, Words::constant(Integer(o.size), p.offset.size()), false, true);
    if (inside == yes) continue;
    Lit outside = c.conj(!inside, words.equal(words.add(o.address, p.offset), zero));
    result = c.disj(result, c.conj(p.condition, outside));
  }
  return result;
}

Lit Values::equal(const Value& a, const Value& b) {
  Circuit& c = words.circuit();
  if (b.places.empty() && Words::value(b.rest) == Integer(0)) return is_null(a);
  if (a.places.empty() && Words::value(a.rest) == Integer(0)) return is_null(b);
  Lit equal_offsets = no;
  Lit same = same_object(a, b, [&](Lit here, const GuardedAddress& p, const GuardedAddress& q) {
    equal_offsets = c.disj(equal_offsets, c.conj(here, words.equal(p.offset, q.offset)));
  });
  if (same == yes) return equal_offsets;
  return c.choose(same, equal_offsets, words.equal(number(a), number(b)));
}

Word Values::difference(const Value& a, const Value& b) {
  Word result = Words::constant(0, a.rest.size());
  Lit same = same_object(a, b, [&](Lit here, const GuardedAddress& p, const GuardedAddress& q) {
    result = words.choose(here, words.sub(p.offset, q.offset), result);
  });
  if (same == yes) return result;
  return words.choose(same, result, words.sub(number(a), number(b)));
}

Lit Values::less(const Value& a, const Value& b, bool or_equal) {
  Circuit& c = words.circuit();
  Lit result = no;
  Lit inside = no;
  same_object(a, b, [&](Lit here, const GuardedAddress& p, const GuardedAddress& q) {
    Word size = Words::constant(Integer(objects[p.object].size), p.offset.size());
    here = c.conj(here, words.less(p.offset, size, false, true));
    here = c.conj(here, words.less(q.offset, size, false, true));
    inside = c.disj(inside, here);
    result = c.disj(result, c.conj(here, words.less(p.offset, q.offset, false, or_equal)));
  });
  if (inside == yes) return result;
  return c.choose(inside, result, words.less(number(a), number(b), false, or_equal));
}

} // namespace kleene::bits
