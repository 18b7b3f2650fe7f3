// SPDX-License-Identifier: Apache-2.0
// The conditions under which a loop leads from one port of its region to the other.
#pragma once
#include "kleene/smt/session.h"

#include "loop.h"

namespace kleene::engine::leap {

class Theorems {
public:
  Theorems(Effects& effects, IntegerModel integers, Budget& budget);

  /// Theorem 2: every state of the entry leads to one of the exit.
  bool forward(const Loop& loop, const Claim& claim);
  /// Theorem 1: every state of the exit comes from one of the entry. If not, the model of the session may be a
  /// state that comes from nowhere.
  bool backward(const Loop& loop, const Claim& claim);
  /// Bounds of what changes, in terms of what does not; nothing if some variable has none.
  std::optional<std::vector<evidence::Leap::Bound>> bounds(const Loop& loop, const Claim& claim);

  /// Leaves states outside the wanted ones out of the exit port, as models show them; false if theorem 2 does
  /// not hold then.
  bool shrink_exit(Found& found, const std::vector<Term>& wanted, std::size_t most);

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
  Term leads_to(const Step& step, Term formula) const;
  bool one_predecessor(const Loop& loop, const Claim& claim, const Step& a, const Step& b);
  bool one_successor(const Loop& loop, const Claim& claim, const Step& a, const Step& b);
  Term predecessor(const Loop& loop, const Claim& claim, const Step& step);

  Effects& effects_;
  IntegerModel integers_;
  TermManager& terms_;
  std::unique_ptr<smt::Session> session_;
};

} // namespace kleene::engine::leap
