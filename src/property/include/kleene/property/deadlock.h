// SPDX-License-Identifier: Apache-2.0
// The last row of the table of properties: no execution comes to where all remaining threads wait.
#pragma once
#include "kleene/property/property.h"

namespace kleene {

inline constexpr auto no_deadlock =
    static_cast<Property>(static_cast<std::uint8_t>(Property::Safety) + 1);

} // namespace kleene
