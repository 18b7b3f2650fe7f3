// SPDX-License-Identifier: Apache-2.0
// What a value may be, as far as addresses are concerned, and what memory may contain.
#pragma once
#include "kleene/ir/program.h"

#include <vector>

namespace kleene::ir {

/// Offsets from the start of an object: `rest` plus multiples of `step`; with step 0 only `rest`.
struct Spot {
  std::int64_t rest = 0;
  std::uint64_t step = 0;

  static Spot anywhere() { return {0, 1}; }
  bool exact() const { return step == 0; }
  Spot plus(const Spot& other) const;
  Spot minus(const Spot& other) const;
  bool operator==(const Spot&) const = default;
};
Spot joined(const Spot& a, const Spot& b);
/// May bytes at one spot be bytes at the other?
bool overlap(const Spot& a, std::uint64_t a_bytes, const Spot& b, std::uint64_t b_bytes);
/// Are cells of this width at the two spots the same or apart?
bool same_or_apart(const Spot& a, const Spot& b, std::uint64_t bytes);

/// The value of an integer. Without anything there is none yet.
struct AddressValue {
  std::vector<std::uint32_t> origins; ///< it may be an address of these objects; sorted
  Spot spot;                          ///< where in them
  bool null = false;                  ///< it may be zero
  bool any = false;                   ///< it may be any address
  bool number = false;                ///< it may be another number
  bool indeterminate = false;         ///< it may be a value that nobody gave
  bool inside = true;                 ///< an address is one of a byte of the object

  bool carries() const { return any || !origins.empty(); }
  bool is_null() const { return !carries() && !number && !indeterminate; } ///< or none
  bool none() const { return is_null() && !null; }
  bool only_addresses() const { return !any && !number && !indeterminate; }
  /// Another value is possible too. True if that is new.
  bool join(const AddressValue& other);
  static AddressValue a_number() {
    AddressValue result;
    result.number = true;
    return result;
  }
};

/// What the objects of a region may contain, by offset.
class AddressMemory {
public:
  struct Entry {
    Spot spot;
    std::uint64_t bytes = 0;
    AddressValue value;
  };

  /// True if something is new.
  bool store(const Spot& spot, std::uint64_t bytes, const AddressValue& value);
  /// Bytes that nobody gave a value; bytes that unknown code wrote.
  bool make_indeterminate();
  bool make_unknown();
  /// A pointer that is read there.
  AddressValue load(const Spot& spot, std::uint64_t pointer_bytes) const;

  const std::vector<Entry>& entries() const { return entries_; }
  bool unknown() const { return unknown_; }
  bool indeterminate() const { return indeterminate_; }

private:
  void collapse(bool carrying);

  std::vector<Entry> entries_;
  bool indeterminate_ = false;
  bool unknown_ = false;
};

} // namespace kleene::ir
