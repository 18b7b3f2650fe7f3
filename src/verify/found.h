// SPDX-License-Identifier: Apache-2.0
// Phases that begin when an engine has found something that has to be confirmed.
#pragma once
#include <string_view>

namespace kleene::verify {

inline constexpr std::string_view found_proof = "a proof was found";
inline constexpr std::string_view found_execution = "a counterexample was found";

} // namespace kleene::verify
