// SPDX-License-Identifier: Apache-2.0
// From a skeleton to a chain: regions and ports for its leaps, first to last, with other schedules and
// narrower ports where a theorem does not apply.
#pragma once
#include "kleene/support/observer.h"

#include <unordered_set>

#include "region.h"
#include "schedule.h"

namespace kleene::engine::leap {

class Search {
public:
  Search(const evidence::Problem& problem,
         Effects& effects,
         Ways& ways,
         Theorems& theorems,
         Theorems* machine,
         const analysis::Invariants& invariants,
         Budget& budget);

  /// `machine`, if there is one, has the last word; the search itself is done with the other one.
  std::optional<evidence::LeapChain> run(const Skeleton& skeleton);

private:
  /// Edges between two leaps, with what is chosen there.
  struct Segment {
    Items items;
    Policy policy;
  };
  struct Found {
    Loop loop;
    Claim claim;
    std::vector<evidence::Leap::Bound> bounds;
  };

  std::optional<evidence::LeapChain> attempt(const Skeleton& skeleton);
  Effect start();
  bool leap(std::size_t k, const Effect& chain);
  bool leap_to(std::size_t k, const Effect& chain, const Effect& rest);
  bool after_a_round(std::size_t k, const Effect& chain, const Effect& rest, const Loop& loop);
  bool schedule(std::size_t k, const Effect& chain, const Effect& rest, Loop loop);
  bool with_region(std::size_t k, const Effect& chain, const Effect& rest, Found found, Term extra);
  bool go_on(std::size_t k, const Effect& chain, const Found& found);
  bool fits_before(std::size_t k, const Effect& chain, Term extra);

  Loop loop_of(const Skeleton::Leap& at, const std::vector<Items>& paths, const Policy& policy);
  void find_relevant(Loop& loop, const Effect& rest, const std::vector<Term>& entry) const;
  std::vector<Term> project(const Effect& chain, const Loop& loop) const;
  std::vector<Term> entry_facts(const Effect& chain) const;
  Term fixed_parameters(const Effect& chain, const Loop& loop);
  void reduce(std::size_t k);
  bool good(std::size_t k);
  bool leads_on(std::size_t from);
  bool holds_with_machine_integers();
  std::optional<evidence::LeapChain> finish();
  bool choose_first();
  bool choose_small(std::vector<Term> conditions,
                    const std::vector<Term>& asked,
                    std::vector<Term>& values);
  std::vector<Term> asked_first() const;
  evidence::Leap to_evidence(const Skeleton::Leap& at, const Found& found) const;

  const evidence::Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  Effects& effects_;
  Ways& ways_;
  Theorems* theorems_;
  Theorems* machine_;
  const analysis::Invariants& invariants_;
  Budget& budget_;
  const Skeleton* skeleton_ = nullptr;
  std::vector<Segment> segments_;
  std::vector<Found> found_;
  Effect first_;                             ///< at the first leap
  std::vector<Term> values_;                 ///< of what is asked before it
  bool congruences_ = false;                 ///< use them in regions
  std::vector<std::pair<VarId, Term>> free_; ///< values that the environment chooses at the start
  std::vector<Term> demands_;                ///< on what is chosen before the first leap
  std::unordered_set<Term> fixed_;           ///< says of a variable that does not change what it is
  bool fix_ = false;                         ///< do so always
  std::size_t tries_ = 0;
};

} // namespace kleene::engine::leap
