// SPDX-License-Identifier: Apache-2.0
// Programs that do what a witness says. Neither is believed: an execution of the first counts once it
// was replayed in the program itself, and the second proves the program only together with the witness.
#pragma once
#include "kleene/evidence/lasso.h"
#include "kleene/frontend/task/witness.h"
#include "kleene/ir/interpreter.h"
#include "kleene/ir/program.h"
#include "kleene/transform/follow.h"

#include <string>
#include <vector>

namespace kleene::witness {

/// The program, restricted to executions that pass the waypoints in their order; the targets can be
/// reached only then. The inputs that executions read are the same.
struct Followed : transform::Followed {
  std::vector<std::string> ignored; ///< waypoints that name no place of the program; for people
  std::size_t cycle = 0;            ///< waypoints of the cycle that do
};
Followed follow(const ir::Program& program,
                const ir::TargetSelection& targets,
                const frontend::task::ViolationSequence& sequence);

/// The program, restricted to infinite executions that pass the waypoints, those of the cycle again and
/// again and not too far apart. Other executions end.
Followed follow_for_ever(const ir::Program& program,
                         const frontend::task::ViolationSequence& sequence);

/// Does the execution pass the waypoints? An infinite one has to pass those of the cycle again and again.
bool passes(const evidence::Problem& problem,
            const evidence::Execution& execution,
            const frontend::task::ViolationSequence& sequence,
            Budget& budget);
bool passes(const evidence::Problem& problem,
            const evidence::Lasso& lasso,
            const frontend::task::ViolationSequence& sequence,
            Budget& budget);

/// Answers the requests of a run with the values that the witness names, in their order, those of a cycle
/// again and again, and with 0 for what it does not name.
class WitnessInputs : public ir::InputSource {
public:
  WitnessInputs(const ir::Program& program, const frontend::task::ViolationSequence& sequence);
  std::optional<Integer> next(const ir::InputRequest& request) override;

private:
  struct Value {
    unsigned line = 0;
    unsigned column = 0;
    std::string text; ///< of the constraint, without blanks
  };
  const ir::Program& program_;
  std::vector<Value> values_;
  std::size_t next_ = 0;
  std::size_t cycle_ = 0; ///< where the values of the cycle begin
};

/// The label of places where an invariant of a witness does not hold.
inline constexpr std::string_view refuted_label = "witness.refuted";

/// The program, with a way to that label wherever an invariant does not hold. Of invariants about two visits,
/// the values at any earlier one, if there is one, are chosen as they come by.
struct Asserted {
  ir::Program program;
  std::size_t invariants = 0;
  std::vector<std::string> ignored; ///< that were not understood, or name no place; for people
};
Asserted assert_invariants(const ir::Program& program, const frontend::task::InvariantSet& set);

} // namespace kleene::witness
