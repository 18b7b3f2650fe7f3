// SPDX-License-Identifier: Apache-2.0
// A loop with a region and ports, and the conditions under which it leads from one port to the other.
#pragma once
#include "kleene/smt/session.h"

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

class Theorems {
public:
  Theorems(Effects& effects, IntegerModel integers, Budget& budget);

  /// Theorem 2: every state of the entry leads to one of the exit.
  bool forward(const Loop& loop, const Claim& claim);
  /// Theorem 1: every state of the exit comes from one of the entry.
  bool backward(const Loop& loop, const Claim& claim);
  /// Bounds of what changes, in terms of what does not; nothing if some variable has none.
  std::optional<std::vector<evidence::Leap::Bound>> bounds(const Loop& loop, const Claim& claim);

  bool valid(const std::vector<Term>& known, Term goal);
  bool possible(const std::vector<Term>& conditions);
  smt::Session& session() { return *session_; }
  IntegerModel integers() const { return integers_; }
  Effects& effects() { return effects_; }

private:
  Term region(const Claim& claim, std::size_t place) const;
  Term entry(const Claim& claim, std::size_t place) const;
  Term exit(const Claim& claim, std::size_t place) const;
  Term outside_entry(const Claim& claim, std::size_t place) const;
  Term outside_exit(const Claim& claim, std::size_t place) const;
  Term at_end(const Step& step, Term formula) const;
  Term passes(const Step& step) const;
  bool one_predecessor(const Loop& loop, const Claim& claim, const Step& a, const Step& b);
  bool one_successor(const Loop& loop, const Claim& claim, const Step& a, const Step& b);
  Term predecessor(const Loop& loop, const Claim& claim, const Step& step);

  Effects& effects_;
  IntegerModel integers_;
  TermManager& terms_;
  std::unique_ptr<smt::Session> session_;
};

} // namespace kleene::engine::leap
