// SPDX-License-Identifier: Apache-2.0
// A loop under a schedule, and a claim about it: a region with ports.
#pragma once
#include "schedule.h"
#include "ways.h"

namespace kleene::engine::leap {

/// One step of a loop under a schedule: everything the environment chooses is fixed.
struct Step {
  std::size_t from = 0; ///< places of the site
  std::size_t to = 0;
  Way way;
  Effect effect;
};

struct Loop {
  Site site;
  std::vector<Step> steps;
  std::set<VarId> changed;
  /// What the conditions of steps and exits depend on: the rest can be hidden.
  std::set<VarId> relevant;

  std::size_t place(ir::LocId l) const;
  /// Adds a step, unless it can never be taken.
  void add(const ir::Program& program, Way way, Effect effect, bool possible);
  /// Fills in `relevant`: what the conditions of steps and of the exit read, whatever that is computed
  /// from, and what the entry compares with it.
  void
  find_relevant(Effects& effects, const std::vector<Term>& exits, const std::vector<Term>& entry);
  /// Makes up a state at a place: at the entry of a procedure its locals have no values yet.
  std::vector<VarId> kept(const ir::Program& program, std::size_t place) const;
};

struct Claim {
  std::vector<std::vector<Term>> region; ///< per place: a conjunction
  std::size_t entry_place = 0;
  std::vector<Term> entry; ///< a conjunction; lies in the region
  std::size_t exit_place = 0;
  Term exit; ///< where the loop may be left, inside the region
};

/// A loop with a claim that a theorem confirms.
struct Found {
  Loop loop;
  Claim claim;
  std::vector<evidence::Leap::Bound> bounds;
  evidence::Leap::Theorem theorem = evidence::Leap::Theorem::Forward;
};

evidence::Leap to_evidence(const ir::Program& program, const Found& found);

/// Puts the leaps that the chain passes, which it names by their numbers in the table, and the ones that
/// those pass, into the chain.
void gather_leaps(const Effects& effects, evidence::LeapChain& chain);

} // namespace kleene::engine::leap
