// SPDX-License-Identifier: Apache-2.0
// How the files call the sorts of invariants.
#pragma once
#include <fmt/core.h>

#include <string>

namespace kleene::frontend::task {

inline std::string invariant_word(bool loop, bool transition) {
  return fmt::format("{}_{}invariant", loop ? "loop" : "location", transition ? "transition_" : "");
}

} // namespace kleene::frontend::task
