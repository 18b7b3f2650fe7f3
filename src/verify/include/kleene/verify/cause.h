// SPDX-License-Identifier: Apache-2.0
// Why there is no answer: the one reason among those of all engines that tells most.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/verify/obstacle.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kleene::verify {

struct Cause {
  enum class Kind : std::uint8_t {
    NotModelled,   ///< a construct that may be reached
    Uninitialised, ///< a counterexample depends on an uninitialised value
    MissingBody,   ///< … on what a function without body does
    Arguments,     ///< … on the arguments of main
    OtherValue,    ///< … on a value that the program model leaves open
    Unconfirmed,   ///< a counterexample is not confirmed by the compiled program
    Bounded,       ///< no violation within the bounds that were asked for
    Time,
    Memory,
    Crashed, ///< an engine, by a mistake of ours
    GaveUp,  ///< no engine found a proof or a counterexample
  };
  Kind kind = Kind::GaveUp;
  std::string text;     ///< a clause without full stop
  std::string function; ///< NotModelled: where it is; MissingBody: which
};

/// The program is the one that was asked about.
Cause cause_of(const std::vector<Obstacle>& obstacles, const ir::Program& program);

} // namespace kleene::verify
