// SPDX-License-Identifier: Apache-2.0
// Words of objections by which others tell what stands in the way (verify/cause.h).
#pragma once
#include <string_view>

namespace kleene::evidence {

/// An execution whose way depends on an uninitialised value, or on one that the program model leaves open. Behind it
/// come the place, and in parentheses the variable.
inline constexpr std::string_view depends_on_unknown_value = "depends on an unknown value at";
inline constexpr std::string_view depends_on_missing_body = "calls a function without body at";

} // namespace kleene::evidence
