// SPDX-License-Identifier: Apache-2.0
// The two theorems on leaps, condition by condition. A claim has a region `a`, an entry port `e` and an exit
// port `x`, both inside `a`; `s` is a step of the loop under its schedule.
//
//   fin   a is finite: what changes has bounds in terms of what does not change
//   Theorem 1, every state of x comes from a state of e:   fin, det, back
//     det   a & !x has at most one successor in a
//     back  a & !e has a predecessor in a & !x
//   Theorem 2, every state of e leads to a state of x:     fin, inj, fwd
//     inj   a & !e has at most one predecessor in a
//     fwd   a & !x has a successor in a & !e
#pragma once
#include "kleene/smt/session.h"

#include "loop.h"

namespace kleene::engine::leap {

class Theorems {
public:
  Theorems(Effects& effects, IntegerModel integers, Budget& budget);

  /// What theorem 1 asks beside `fin`. If `back` fails, the model of the session is a state without predecessor.
  bool theorem_1(const Loop& loop, const Claim& claim);
  /// What theorem 2 asks beside `fin`.
  bool theorem_2(const Loop& loop, const Claim& claim);
  /// The bounds that make the region finite; nothing if some variable has none.
  std::optional<std::vector<evidence::Leap::Bound>> fin(const Loop& loop, const Claim& claim);

  bool det(const Loop& loop, const Claim& claim);
  bool back(const Loop& loop, const Claim& claim);
  bool inj(const Loop& loop, const Claim& claim);
  bool fwd(const Loop& loop, const Claim& claim);

  /// Leaves states outside the wanted ones out of the exit port, as models show them; false if theorem 2 does
  /// not hold then.
  bool shrink_exit(Found& found, const std::vector<Term>& wanted, std::size_t most);

  bool valid(const std::vector<Term>& known, Term goal);
  bool possible(const std::vector<Term>& conditions);
  smt::Session& session() { return *session_; }
  IntegerModel integers() const { return integers_; }
  Effects& effects() { return effects_; }

private:
  Term a(const Claim& claim, std::size_t place) const;
  Term e(const Claim& claim, std::size_t place) const;
  Term x(const Claim& claim, std::size_t place) const;
  Term a_without_e(const Claim& claim, std::size_t place) const;
  Term a_without_x(const Claim& claim, std::size_t place) const;
  Term at_end(const Step& step, Term formula) const;
  Term passes(const Step& step) const;
  Term leads_to(const Step& step, Term formula) const;
  bool one_predecessor(const Loop& loop, const Claim& claim, const Step& s, const Step& t);
  bool one_successor(const Loop& loop, const Claim& claim, const Step& s, const Step& t);
  Term predecessor(const Loop& loop, const Claim& claim, const Step& step);

  Effects& effects_;
  IntegerModel integers_;
  TermManager& terms_;
  std::unique_ptr<smt::Session> session_;
};

} // namespace kleene::engine::leap
