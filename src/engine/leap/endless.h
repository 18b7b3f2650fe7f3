// SPDX-License-Identifier: Apache-2.0
// Executions without end: a way to a loop, and a round of it that leads from a set of states back into it. Both
// pass the loops on them in leaps, so it does not matter how long those are.
#pragma once
#include "search.h"

namespace kleene::engine::leap {

class Endless {
public:
  explicit Endless(const Tools& tools);

  /// Looks for rounds of this loop.
  std::optional<evidence::LeapChain> run(const Site& site);

private:
  bool goes_round(Search& stem, const Effect& end);
  /// Fills in the states of a round, and demands on the stem.
  bool recurs(const Step& round, const Effect& end, const Facts& facts);
  bool settles(Theorems& theorems, const Loop& loop, const Effect& end, const Claim& entry);
  bool possible_there(Theorems& theorems, const Effect& end) const;
  bool
  strengthen(Theorems& theorems, const Loop& loop, const Effect& end, Claim& claim, unsigned depth);
  void reduce(Theorems& theorems, const Step& round, std::vector<Term>& states);
  bool leads_back(Theorems& theorems, const Step& round, const std::vector<Term>& states);

  const Tools& tools_;
  const ir::Program& program_;
  TermManager& terms_;
  Site site_;
  Way round_;
  std::vector<Term> states_;  ///< where it begins and ends
  std::vector<Term> demands_; ///< on the end of the stem, that is not known there otherwise
  std::size_t tries_ = 0;
  std::size_t ends_ = 0;
};

} // namespace kleene::engine::leap
