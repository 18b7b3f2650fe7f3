// SPDX-License-Identifier: Apache-2.0
// The property of values that nobody gave.
#pragma once
#include "kleene/property/property.h"

namespace kleene {

/// No branch, address or library call depends on an uninitialised value. Continues the enumeration.
inline constexpr auto uninit = static_cast<Property>(static_cast<int>(Property::Safety) + 1);

} // namespace kleene
