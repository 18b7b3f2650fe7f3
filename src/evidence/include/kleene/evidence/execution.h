// SPDX-License-Identifier: Apache-2.0
// Concrete executions as evidence for `false`: the inputs decide everything, so they are all that is
// kept. `replay` is the first of the two judges of such evidence (the other is native.h).
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/ir/interpreter.h"

#include <optional>
#include <string>
#include <vector>

namespace kleene::evidence {

/// One value that the environment chose, with the place that asked for it.
struct Input {
  Integer value = 0;
  ir::InputKind kind = ir::InputKind::Value;
  Type type;
  std::string origin; ///< the function or variable it came from
  SourceRange range;
};

struct Execution {
  std::vector<Input> inputs;
  std::uint64_t steps = 0; ///< edges up to the violation; a replay takes no more
};

/// Passes requests on to another source and remembers the answers.
class InputRecorder : public ir::InputSource {
public:
  explicit InputRecorder(ir::InputSource& source) : source_(source) {}
  std::optional<Integer> next(const ir::InputRequest& request) override;
  const std::vector<Input>& inputs() const { return inputs_; }

private:
  ir::InputSource& source_;
  std::vector<Input> inputs_;
};

struct Replay {
  ir::RunResult run;
  /// The inputs with the places at which this run consumed them.
  std::vector<Input> inputs;
  /// Why the run shows no violation; empty if it does.
  std::string objection;

  bool accepted() const { return objection.empty(); }
};

/// Runs the program on the inputs. Accepts if the property is violated and no value was used on the
/// way that nobody knows (indeterminate, or left open by a function without body).
Replay replay(const Problem& problem, const Execution& execution, Budget& budget);

/// An interpreter that notices what makes a run worthless as evidence: for signed overflow every read
/// of a value that nobody knows, else those that can change the way of the run. Where the environment
/// chooses what is not initialised, it chooses zero.
ir::Interpreter interpreter_for(const Problem& problem);

/// Why a finished run of such an interpreter is no evidence of a violation; empty if it is.
std::string objection_to(const Problem& problem, const ir::RunResult& run);

} // namespace kleene::evidence
