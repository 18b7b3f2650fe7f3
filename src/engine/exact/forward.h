// SPDX-License-Identifier: Apache-2.0
// What the program may reach, seen through its predicates: the natural equations
// (kleene/equations/natural.h). States carry predicates over entry copies, so P(ex_f) is a summary of f.
// The order in which states were found gives a counterexample, as a nested path whose calls are
// expanded only when asked.
#pragma once
#include "kleene/equations/solve.h"
#include "kleene/fixpoint/worklist.h"

#include <memory>

#include "abstract_program.h"

namespace kleene::engine::exact {

struct PathStep {
  enum class Kind {
    Block, ///< a block of the procedure
    Enter, ///< into a call that does not return
    Over,  ///< across a call
  };
  Kind kind = Kind::Block;
  ir::ProcId procedure;
  std::size_t index = 0; ///< of the block or call
  // Over: the callee arrived at its exit in one of these states, before this moment.
  Bdd exit;
  std::size_t moment = 0;
};
using AbstractPath = std::vector<PathStep>;

class Forward {
public:
  Forward(const AbstractProgram& abstract, Budget& budget);

  /// The whole least solution, or up to the first target: whether there was none.
  bool run();

  /// Whatever is left of the whole solution, behind targets too.
  void finish();

  const Bdd& states(ir::ProcId f, ir::LocId l) const {
    return PlaceSets::set(reached_.sets(), {f, l});
  }
  /// From the start to the target that ended `run`.
  AbstractPath counterexample() const;
  /// From the entry of the callee to its exit, for a step across a call.
  AbstractPath inside(const PathStep& over) const;

private:
  struct Increment {
    std::size_t moment = 0;
    Bdd states;
  };
  struct Relations;
  struct At {
    ir::ProcId procedure;
    ir::LocId location;
    Bdd states;
    std::size_t moment = 0; ///< found before
  };

  void add(const ir::ProgramPoint& place, const Bdd& states);
  void solve(bool beyond_targets);
  Bdd known(ir::ProcId f, ir::LocId l, std::size_t before) const;
  At earliest(At at) const;
  std::optional<PathStep> step_back(At& at) const;
  AbstractPath path_to(At at, bool to_entry_only) const;

  const AbstractProgram& abstract_;
  Budget& budget_;
  equations::Growing<PlaceSets, fixpoint::Line<ir::ProgramPoint>> reached_; ///< P
  std::map<ir::ProgramPoint, std::vector<Increment>> increments_;
  std::size_t clock_ = 0;
  std::optional<At> target_;
};

} // namespace kleene::engine::exact
