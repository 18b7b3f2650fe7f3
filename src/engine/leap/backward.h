// SPDX-License-Identifier: Apache-2.0
// Theorem 1 for the first leaps of a skeleton, theorem 2 for the others. Backward leaps say of sets of states that
// all of them are reached, forward leaps that a state leads on: so one state of the last set reached is
// enough, and between the two it may be chosen (Ball, Kupferman and Sagiv: one may step).
#pragma once
#include "search.h"

namespace kleene::engine::leap {

class Backward {
public:
  explicit Backward(const Tools& tools);

  std::optional<evidence::LeapChain> run(const Skeleton& skeleton);
  /// The same as chains from the start of the program, with different inputs: one of them may be such an
  /// execution, which only running it can tell. Nothing of them is evidence.
  std::vector<evidence::LeapChain> rehearsals(const evidence::LeapChain& chain) const;

private:
  /// All states are reached: every combination of values of the known variables that the formulas allow.
  struct Reached {
    Spot at;
    std::vector<Term> states;
    std::set<VarId> known;
  };

  bool from(std::size_t k, const Begin& begin);
  std::optional<Reached> reached_by(const Effect& chain) const;
  bool leap(std::size_t k, const Reached& before, const Effect& rest);
  bool with_region(Found& found, const std::vector<Term>& exits);
  bool shrink(Claim& claim, const std::vector<Term>& candidates);
  void reduce(Found& found);
  bool go_on(std::size_t k, const Found& found, const Reached& before);
  Begin one_of(const Reached& reached) const;
  Spot exit_of(std::size_t k) const;

  const Tools& tools_;
  const ir::Program& program_;
  TermManager& terms_;
  Effects& effects_;
  const Skeleton* skeleton_ = nullptr;
  std::set<VarId> changed_; ///< by the leaps of theorem 1
  evidence::LeapChain chain_;
};

} // namespace kleene::engine::leap
