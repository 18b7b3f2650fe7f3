// SPDX-License-Identifier: Apache-2.0
// An execution of a Boolean program that is too long to be written down, as runs of its procedures: a
// run is written once and referred to wherever a call goes the same way. Where each of n procedures
// calls the next one twice, n runs are an execution of 2^n steps.
#pragma once
#include "kleene/evidence/kind.h"
#include "kleene/evidence/problem.h"
#include "kleene/ir/interpreter.h"
#include "kleene/support/budget.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace kleene::evidence {

/// A run of a procedure, from its entry on.
struct Activation {
  struct Step {
    static constexpr std::size_t no_run = std::numeric_limits<std::size_t>::max();
    std::size_t edge = 0;
    std::vector<bool> chosen = {}; ///< by the environment: one value per variable of a free Havoc
    std::size_t run = no_run;      ///< of a call that returns: the finished run of the callee
    bool operator==(const Step&) const = default;
  };
  ir::ProcId procedure;
  /// Values of globals and parameters at the entry. The run is the same whatever the others are.
  std::map<VarId, bool> entry;
  std::vector<Step> steps;
  bool operator==(const Activation&) const = default;
};

struct Activations {
  static constexpr KindEntry kind{"activations",
                                  Shows::Violation,
                                  {"runs of procedures", about::reach, Programs::SequentialBoolean},
                                  {"run open goes"}};
  /// From entry to exit. Each refers to earlier ones only.
  std::vector<Activation> finished;
  /// What is active at the end, the entry procedure first. Each but the last one ends with a call of
  /// the next, and the last one at a target.
  std::vector<Activation> stack;
  bool operator==(const Activations&) const = default;
};

struct ActivationsJudgement {
  /// Why the runs are not accepted; empty if they are.
  std::string objection;
  std::size_t walked = 0; ///< edges that were looked at
  std::string steps;      ///< of the execution, all edges counted as often as they are taken
  bool accepted() const { return objection.empty(); }
};

/// Walks through every run once, with the values it begins with. Accepts if every guard on the way is
/// true whatever the values are that nobody gave, every call begins with the values that the run it
/// refers to begins with, the first run begins as the program does, and the last one ends at a selected
/// target. Takes time in proportion to the size of the evidence.
ActivationsJudgement judge(const Problem& problem, const Activations& runs, Budget& budget);

/// Shows accepted runs to a tracer in the order of the execution; a call whose run was shown before is
/// shown without its inside.
void show(const ir::Program& program, const Activations& runs, ir::Tracer& tracer);

} // namespace kleene::evidence
