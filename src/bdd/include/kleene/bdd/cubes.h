// SPDX-License-Identifier: Apache-2.0
// Looking inside a function: exact numbers of satisfying assignments, one of them, or all in turn.
#pragma once
#include "kleene/bdd/manager.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kleene {

/// A natural number of any size, as counting needs it: sums and shifts.
class BigNatural {
public:
  BigNatural() = default;
  explicit BigNatural(std::uint64_t value);
  static BigNatural power_of_two(std::size_t exponent);

  BigNatural operator+(const BigNatural& other) const;
  BigNatural operator<<(std::size_t bits) const;
  bool operator==(const BigNatural&) const = default;
  /// The value, if it fits.
  std::optional<std::uint64_t> small() const;
  std::string to_string() const;

private:
  /// Base 2^32, least significant first, no leading zeros.
  std::vector<std::uint32_t> digits_;
};

/// The number of assignments to `variables` that satisfy f; requires support(f) within `variables`.
BigNatural count_assignments(const Bdd& f, const VarSet& variables);

struct Literal {
  BddVar variable;
  bool value = false;
  bool operator==(const Literal&) const = default;
};
/// A conjunction of literals, from the top of the order down.
using Cube = std::vector<Literal>;

/// Some cube inside f; nothing if f is false.
std::optional<Cube> some_cube(const Bdd& f);
/// Visits disjoint cubes whose union is f until the visitor returns false. Returns whether all were
/// visited.
bool for_each_cube(const Bdd& f, const std::function<bool(const Cube&)>& visit);
/// Visits the assignments to `block` that satisfy f in lexicographic order (values as in the block,
/// false first) until the visitor returns false. Requires support(f) within the block.
bool for_each_assignment(const Bdd& f,
                         const VarBlock& block,
                         const std::function<bool(const std::vector<bool>&)>& visit);

} // namespace kleene
