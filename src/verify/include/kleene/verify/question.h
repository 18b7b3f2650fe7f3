// SPDX-License-Identifier: Apache-2.0
// What is asked, with all that engines and judges need to know of where the program comes from.
#pragma once
#include "kleene/evidence/ltl.h"
#include "kleene/evidence/native.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace kleene::engine::calculus {
struct Formula;
}

namespace kleene::verify {

/// What the program was written in.
enum class Language : std::uint8_t { C, Boolean, Linear, Ir };

struct Question {
  evidence::Problem problem;
  Language language = Language::C;
  /// As a compiler gets it: C with machine integers only.
  std::optional<evidence::NativeProgram> native;
  /// The formula that this is a question of, if any: the program is not what its text says then.
  std::string spec;
  /// The formula of linear temporal logic that this is a question of, if any.
  std::shared_ptr<const evidence::LtlClaim> ltl;
  /// The user's algorithm, for the engine `algorithm`.
  std::shared_ptr<const engine::calculus::Formula> algorithm;
  bool execution_wanted = false; ///< by the formula: one makes it true
  /// Of targets that have no counterpart in the source: gcc's code cannot be watched for them.
  std::string unwatched_label;
  bool certificate = false; ///< what strangers need to check the answer is kept (accepted.h)
};

} // namespace kleene::verify
