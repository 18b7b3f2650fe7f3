// SPDX-License-Identifier: Apache-2.0
// The bytes of one object: which part of which value each of them is. Values that are read as they
// were written come back whole; others are put together from bytes.
#pragma once
#include "kleene/symbolic/simplifier.h"

#include <functional>
#include <vector>

namespace kleene::engine::bmc {

/// One byte of an object, or one cell where a region has cells: a part of a value that was stored.
struct Slot {
  Term value;        ///< null: nothing known yet
  unsigned part = 0; ///< which byte of the value, least significant first
  bool operator==(const Slot&) const = default;
};

using Slots = std::vector<Slot>;

/// What lies at a slot of which nothing is known.
using FirstValue = std::function<Term(std::size_t slot, Type type)>;

class Contents {
public:
  Contents(symbolic::Simplifier& simplify, std::function<Term(Type)> unknown)
      : simplify_(simplify), unknown_(std::move(unknown)) {}

  /// `unit` is the number of bytes per slot; `first` the slot of the first byte. What is read for the
  /// first time gets a value there and then.
  Term
  read(Slots& slots, unsigned unit, std::size_t first, Type type, const FirstValue& first_value);
  void write(Slots& slots, unsigned unit, std::size_t first, Term value);
  /// What is known in the other one, but not here, gets a value.
  void settle_like(Slots& slots, const Slots& other, unsigned unit, const FirstValue& first_value);
  /// Keeps in `a` what is `a` where the condition holds and `b` elsewhere.
  void merge(Slots& a, const Slots& b, unsigned unit, Term on_a);

private:
  Term byte(const Slot& slot);
  /// The value whose bytes these are, if they are those of one value, or all constants.
  Term whole(const Slots& slots, std::size_t first, unsigned bytes);
  Term assemble(const Slots& slots, std::size_t first, unsigned bytes);
  void settle(Slots& slots, std::size_t first, unsigned bytes, const FirstValue& first_value);

  symbolic::Simplifier& simplify_;
  std::function<Term(Type)> unknown_;
};

} // namespace kleene::engine::bmc
