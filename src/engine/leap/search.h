// SPDX-License-Identifier: Apache-2.0
// From a skeleton to a chain of leaps, first to last, each by theorem 2: for every loop the first of
//   what is chosen behind it  x  a schedule  x  a round gone before the leap  x  an entry port
// such that the theorem holds and the rest of the chain is found.
#pragma once
#include "kleene/support/observer.h"

#include <unordered_set>

#include "facts.h"
#include "region.h"

namespace kleene::engine::leap {

/// What a search works with. It is done with unbounded integers; where integers have limits, `machine`
/// has the last word.
struct Tools {
  const evidence::Problem& problem;
  Effects& effects;
  Ways& ways;
  Theorems& theorems;
  Theorems* machine;
  const analysis::Invariants& invariants;
  Budget& budget;
};

/// Where a search begins.
struct Begin {
  Effect effect;                            ///< nothing in it is a variable of the program
  std::vector<std::pair<VarId, Term>> free; ///< values of which one each is chosen
  bool one_state = true;                    ///< false: whatever the values are
};

class Search {
public:
  /// What comes behind the last leap, for searches that go on there; may add demands.
  using Behind = std::function<bool(Search& search, const Effect& end)>;

  explicit Search(const Tools& tools);

  /// Finds leaps for a skeleton. With `behind`, they are kept if that holds.
  bool run(const Skeleton& skeleton, const Begin& begin, const Behind& behind = {});
  /// The way that was found, its leaps by their numbers in the table of effects.
  Way way();
  /// Values for what is free in the beginning.
  std::vector<std::pair<VarId, Integer>> values() const;
  /// About how often the loop goes round that goes round most often; 0 if that is not known.
  Integer rounds() const { return rounds_; }
  /// Must hold in the end, over the values there.
  void promise(std::vector<Term> formulas) { promises_ = std::move(formulas); }
  /// Must hold, too, when values are chosen.
  void demand(Term t) { demands_.push_back(t); }

private:
  /// Edges between two leaps, with what is chosen there.
  struct Segment {
    Items items;
    Policy policy;
  };

  /// A leap that is looked for: the k-th, after what leads to it and before what has to follow.
  struct Gap {
    std::size_t k = 0;
    const Effect& before; ///< from the start to the entry of the loop
    const Effect&
        behind; ///< the edges from the exit of the loop to the next one; its conditions are `x`
  };

  bool attempt(const Begin& begin, const Behind& behind);
  bool from_first(const Begin& begin);
  bool leap(std::size_t k, const Effect& before);
  bool any_schedule(const Gap& gap);
  bool after_a_round(const Gap& gap, const Loop& loop);
  bool any_entry(const Gap& gap, Loop loop);
  bool with_entry(const Gap& gap, const Found& ports, Term narrower);
  bool theorem_2(const Gap& gap, Found& found);
  bool fits_before(const Gap& gap, Term narrower);
  bool go_on(std::size_t k, const Effect& before, const Found& found);
  Found ports(const Gap& gap, Loop loop);
  Spot exit_of(std::size_t k) const;

  Term fixed_values(const Effect& chain, const Loop& loop, bool changed);
  void reduce(std::size_t k);
  bool good(std::size_t k);
  bool leads_on(std::size_t from);
  bool holds_with_machine_integers();
  bool finish();
  void estimate_rounds();
  bool choose_first();
  bool choose_small(std::vector<Term> conditions, const std::vector<Term>& asked);
  std::vector<Term> asked_first() const;

  const Tools& tools_;
  const ir::Program& program_;
  TermManager& terms_;
  Effects& effects_;
  Theorems* theorems_;
  const Skeleton* skeleton_ = nullptr;
  Behind behind_;
  std::vector<Segment> segments_;
  std::vector<Found> found_;
  Effect first_;             ///< at the first leap
  std::vector<Term> values_; ///< of what is asked before it
  bool one_state_ = true;
  bool congruences_ = false;                 ///< use them in regions
  std::vector<std::pair<VarId, Term>> free_; ///< values that the environment chooses at the start
  std::vector<Term> demands_;                ///< on what is chosen before the first leap
  std::vector<Term> promises_;
  std::unordered_set<Term> fixed_; ///< says of a variable that does not change what it is
  bool fix_ = false;               ///< do so always
  std::size_t tries_ = 0;
  Integer rounds_ = 0;
};

/// Every variable with the value it has at the start of the program.
Begin start_of(Effects& effects);
/// Any state at a place with these facts.
Begin any_state(Effects& effects, const Spot& at, const std::vector<Term>& facts);

} // namespace kleene::engine::leap
