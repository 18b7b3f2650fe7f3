// SPDX-License-Identifier: Apache-2.0
// Values of terms as bits. A value that is an address also says which object it belongs to, under which condition, and how
// far from its beginning; the number is made from that only where somebody looks at it. A member of what null points to
// is in no object, whatever lies at that number; neither is what is read there, if it is used as an address.
#pragma once
#include "kleene/bits/words.h"

#include <map>
#include <memory>
#include <stdexcept>
#include <tuple>

namespace kleene::bits {

/// A question that cannot be written in bits, or would be too large.
class NotBits : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A memory object. Its address is a word that nothing is known about here.
struct Object {
  Word address;
  std::uint64_t size = 0;
  Lit exists = yes; ///< the execution has made it
};
using ObjectNumber = std::size_t; ///< an object that is made later has a greater one

/// The value is the address of an object plus an offset, if the condition holds.
struct GuardedAddress {
  ObjectNumber object = 0;
  Lit condition = yes;
  Word offset;
};

struct Value {
  Word rest;                          ///< the value if no condition of a place holds
  std::vector<GuardedAddress> places; ///< by object; conditions exclude each other
  Lit nowhere = no;                   ///< the rest, as an address, is in no object
};
using ValueRef = std::shared_ptr<const Value>;

class Values {
public:
  explicit Values(Circuit& circuit) : words(circuit) {}
  Words words;
  std::vector<Object> objects;

  ValueRef plain(Word word) const;
  ValueRef plain(Lit bit) const { return plain(Word{bit}); }
  ValueRef address(ObjectNumber object) const;
  Word number(const Value& value);
  /// No place is the value's.
  Lit placeless(const Value& value);
  /// No place is the value's, but its number may be in an object.
  Lit open(const Value& value);

  ValueRef choose(Lit condition, const ValueRef& a, const ValueRef& b);
  ValueRef shifted(const Value& address, const Word& offset);
  Lit equal(const Value& a, const Value& b);
  Word difference(const Value& a, const Value& b);
  /// Without sign. For addresses in one object, or right behind it, it is a matter of offsets.
  Lit less(const Value& a, const Value& b, bool or_equal);

private:
  Lit is_null(const Value& a);
  /// Both belong to one object; `both` is called for each with the offsets, and the condition.
  template <class F>
  Lit same_object(const Value& a, const Value& b, F both);

  std::map<std::tuple<Lit, ValueRef, ValueRef>, ValueRef> chosen_;
};

} // namespace kleene::bits
