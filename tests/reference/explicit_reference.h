// SPDX-License-Identifier: Apache-2.0
// The ground truth for Boolean programs: tabulation over concrete valuations, one state at a time.
// Slow and plain on purpose; shares nothing with the engines it judges.
#pragma once
#include "kleene/ir/program.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace kleene::reference {

/// Whether a property holds at a location; a null location stands for END, where the program stays
/// for ever after it returned from the entry procedure or halted.
using Property = std::function<bool(ir::ProcId, const ir::Location* location)>;

class ExplicitReference {
public:
  /// Requires Bool variables only, at most 20 of them visible in a procedure.
  explicit ExplicitReference(const ir::Program& program);
  ~ExplicitReference();
  ExplicitReference(const ExplicitReference&) = delete;
  ExplicitReference& operator=(const ExplicitReference&) = delete;

  /// EF p: some execution arrives at a location where p holds.
  bool reaches(const Property& p);
  /// EG p: some execution that never blocks stays for ever where p holds. It may be infinite
  /// (also by infinite recursion), or stay at END.
  bool stays(const Property& p);

  /// Some execution arrives at a selected target.
  bool reaches(const ir::TargetSelection& targets);
  /// Some execution never ends.
  bool runs_for_ever();
  /// The least number of edges after which an execution stands at a selected target, by breadth-first
  /// search over whole stacks. Nothing if there is none, or if more than `most_stacks` are met.
  std::optional<std::uint64_t> steps_to(const ir::TargetSelection& targets,
                                        std::size_t most_stacks);

private:
  struct Solver;
  const ir::Program& program_;
};

} // namespace kleene::reference
