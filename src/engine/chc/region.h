// SPDX-License-Identifier: Apache-2.0
// What can happen between two cut points of a procedure, as terms: all loop-free ways at once, with calls of
// loop-free procedures followed inside and other calls stepped over by their summaries.
#pragma once
#include "kleene/smt/horn.h"
#include "kleene/symbolic/walk.h"

#include <map>
#include <vector>

#include "view.h"

namespace kleene::engine::chc {

/// Where an execution may be: under a condition, in a state, after calls that returned so.
struct RegionState : symbolic::PathState {
  std::vector<smt::HornAtom> calls; ///< summaries, applied
};

/// A call of a procedure that has a precondition, about to begin.
struct Entering {
  ir::ProcId callee;
  symbolic::State arguments; ///< parameters, and globals in the caller's state
  RegionState place;
};

/// What happens after a cut point.
struct Outcome {
  std::map<ir::LocId, std::vector<RegionState>> arrivals; ///< at the next cut points
  std::vector<RegionState> failures;
  std::vector<Entering> entering;
};

/// How calls are treated.
struct CallPlan {
  std::vector<bool> followed; ///< per procedure: followed inside
  /// Per procedure: its summary as a relation; nothing if there is none (it does not return, or is
  /// followed).
  std::vector<std::optional<std::size_t>> summary;
  std::vector<bool> precondition; ///< per procedure: entering it has to be shown
};

class Regions {
public:
  Regions(const evidence::Problem& problem,
          const View& view,
          const CallPlan& plan,
          FreshVariables& fresh)
      : problem_(problem),
        program_(problem.program),
        terms_(*program_.terms),
        view_(view),
        plan_(plan),
        make_fresh_(fresh) {}

  /// Everything that can follow `start` at a location, up to the next cut points of its procedure.
  Outcome leave(ir::ProcId f, ir::LocId from, RegionState start, const std::vector<bool>& cuts);

  /// The region that each fresh Memory variable stands for.
  const std::map<VarId, VarId>& memories() const { return region_of_; }
  /// The value of a variable that may be anything; memories know their region.
  Term unknown(VarId like);

private:
  class Walk;
  void note_memories(const ir::Statement& statement, const symbolic::Step& step);

  const evidence::Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  const View& view_;
  const CallPlan& plan_;
  FreshVariables& make_fresh_;
  std::map<VarId, VarId> region_of_;
};

} // namespace kleene::engine::chc
