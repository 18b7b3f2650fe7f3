// SPDX-License-Identifier: Apache-2.0
// The ground truth for programs over small integers: every state that an execution meets is tabulated,
// one by one, procedure by procedure. Slow and plain on purpose; shares nothing with what it judges.
#pragma once
#include <optional>
#include <vector>

#include "small_program.h"

namespace kleene::reference {

struct SmallTruth {
  bool reaches_error = false; ///< some execution does
  bool runs_for_ever = false; ///< some execution does, in a loop or by recursion without end
};

/// A state that an execution meets inside one activation of a procedure.
struct SmallState {
  std::size_t procedure = 0;
  std::size_t pc =
      0; ///< of the instruction before which it stands; the length of the code: returned
  std::vector<int> entry;  ///< globals, parameters and locals when the procedure was entered
  std::vector<int> values; ///< and now; returned: globals alone
  int result = 0;          ///< once returned
  bool never_ends =
      false; ///< some execution from here neither ends nor returns from this activation
};

/// Nothing if there are more than `most_states` states.
std::optional<std::vector<SmallState>> states_of(const SmallProgram& program,
                                                 std::size_t most_states = 200'000);
/// As above.
std::optional<SmallTruth> truth_about(const SmallProgram& program,
                                      std::size_t most_states = 200'000);

} // namespace kleene::reference
