// SPDX-License-Identifier: Apache-2.0
// Properties of what C defines, and what is a mistake all the same in many programs: unsigned numbers that wrap around,
// conversions that change a value, results that are not numbers. They are checked where somebody asks for them
// (`--check`), and belong to no other property. Executions go on behind such an event.
#pragma once
#include "kleene/property/property.h"

namespace kleene {

namespace on_demand {
constexpr Property behind_safety(unsigned n) {
  return static_cast<Property>(static_cast<unsigned>(Property::Safety) + n);
}
inline constexpr Property unsigned_overflow = behind_safety(1);
inline constexpr Property conversion = behind_safety(2); ///< an implicit one of integers
inline constexpr Property pointer_overflow = behind_safety(3);
inline constexpr Property float_div_by_zero = behind_safety(4);
inline constexpr Property nan = behind_safety(5);            ///< of an operation on numbers
inline constexpr Property float_overflow = behind_safety(6); ///< of an operation on finite numbers
inline constexpr Property last = float_overflow;
} // namespace on_demand

constexpr bool is_on_demand(Property property) {
  return property > Property::Safety;
}

/// The names that --check takes, for people: `a, b or c`.
std::string names_on_demand();

} // namespace kleene
