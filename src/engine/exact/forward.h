// SPDX-License-Identifier: Apache-2.0
// What the program may reach, seen through its predicates:
//
//   FR(start of main) = initial
//   FR(l)             = union over blocks (k, l) of post[r(k,l)](FR(k))
//   FR(entry of f)    = union over calls k of f of post[into](FR(k))
//   FR(behind a call) = post[over](FR(k), FR(exit of f))
//
// the least solution. States carry predicates over entry copies, so FR(exit of f) is a summary of f.
// The order in which states were found gives a counterexample, as a nested path whose calls are
// expanded only when asked.
#pragma once
#include <deque>
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
    return places_[f.index()][l.index()].reached;
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
  struct Place {
    Bdd reached;
    Bdd done; ///< whose successors are known
    std::vector<Increment> increments;
    bool queued = false;
  };
  struct At {
    ir::ProcId procedure;
    ir::LocId location;
    Bdd states;
    std::size_t moment = 0; ///< found before
  };

  void add(ir::ProcId f, ir::LocId l, const Bdd& states);
  void expand(ir::ProcId f, ir::LocId l);
  Bdd known(ir::ProcId f, ir::LocId l, std::size_t before) const;
  At earliest(At at) const;
  std::optional<PathStep> step_back(At& at) const;
  AbstractPath path_to(At at, bool to_entry_only) const;

  const AbstractProgram& abstract_;
  Budget& budget_;
  std::vector<std::vector<Place>> places_;
  std::deque<std::pair<ir::ProcId, ir::LocId>> queue_;
  std::size_t clock_ = 0;
  std::optional<At> target_;
};

} // namespace kleene::engine::exact
