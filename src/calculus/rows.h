// SPDX-License-Identifier: Apache-2.0
// A relation in parts: for each combination of values of its enumerations (a row, known by its key)
// the set of its other bits, as a decision diagram. `RowTable` numbers the keys and finds them by some
// of their columns; `Parts` has the sets. Tables only grow, so that all values that a relation takes
// in the course of an evaluation share one. Copies of `Parts` share what they have in common: making
// one and finding what two differ in costs time in proportion to the differences, nearly.
#pragma once
#include "kleene/bdd/bdd.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace kleene::calculus {

/// The codes of enumerations, packed.
using Key = std::uint64_t;
using RowId = std::uint32_t;

class RowTable {
public:
  /// A new row, whether or not there is one with this key.
  RowId add(Key key);
  /// The row with this key.
  RowId intern(Key key);
  std::optional<RowId> find(Key key) const;
  Key key(RowId row) const { return keys_[row]; }
  std::size_t size() const { return keys_.size(); }
  /// The rows whose key agrees with `key` in the bits of `mask`. Grows when rows are added.
  const std::vector<RowId>& matching(Key mask, Key key);
  /// How many different keys there are in the bits of `mask`.
  std::size_t distinct(Key mask) { return index(mask).rows.size(); }

private:
  struct Index {
    Key mask = 0;
    std::unordered_map<Key, std::vector<RowId>> rows;
  };
  Index& index(Key mask);

  std::vector<Key> keys_;
  std::unordered_map<Key, RowId> first_;
  std::deque<Index> indexes_;
};

class Parts {
public:
  const Bdd& at(RowId row) const;
  void set(RowId row, const Bdd& value);
  /// Rows whose set is not empty.
  std::size_t count() const { return count_; }
  /// Which these are, one bit for each; no zeros at the end.
  const std::vector<std::uint64_t>& occupied() const { return occupied_; }
  bool operator==(const Parts& other) const;

  /// Visits the rows that are not empty. The visitor may set rows.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t c = 0; c < chunks_.size(); ++c)
      for (std::size_t i = 0; chunks_[c] != nullptr && i < chunk_size; ++i)
        if (Bdd set = (*chunks_[c])[i]; !set.is_false())
          visit(static_cast<RowId>(c * chunk_size + i), set);
  }

  /// Visits the rows in which this and the other differ until the visitor returns false.
  template <class Visit>
  void for_each_difference(const Parts& other, Visit visit) const {
    std::size_t chunks = std::max(chunks_.size(), other.chunks_.size());
    for (std::size_t c = 0; c < chunks; ++c) {
      if (chunk(c) == other.chunk(c)) continue;
      for (std::size_t i = 0; i < chunk_size; ++i) {
        RowId row = static_cast<RowId>(c * chunk_size + i);
        if (!(at(row) == other.at(row)) && !visit(row)) return;
      }
    }
  }

private:
  static constexpr std::size_t chunk_size = 32;
  using Chunk = std::array<Bdd, chunk_size>;
  const Chunk* chunk(std::size_t c) const {
    return c < chunks_.size() ? chunks_[c].get() : nullptr;
  }

  void mark(RowId row, bool occupied);

  std::vector<std::shared_ptr<Chunk>> chunks_; ///< null: all empty
  std::vector<std::uint64_t> occupied_;
  std::size_t count_ = 0;
};

} // namespace kleene::calculus
