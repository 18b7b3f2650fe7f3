// SPDX-License-Identifier: Apache-2.0
// An unfolded program in decision diagrams: a variable for every program variable, and for every
// thread the number of the point where it waits.
#pragma once
#include "kleene/bdd/manager.h"
#include "kleene/evidence/schedule.h"

#include <unordered_map>

namespace kleene::engine::concurrent {

class Space {
public:
  /// Keeps references to all arguments.
  Space(const ir::Unfolding& unfolding,
        const std::vector<std::vector<bool>>& switch_points,
        BddManager& manager);

  /// The states after a step from these; the active thread's place is not part of a state.
  Bdd after(std::size_t thread, std::size_t step, const Bdd& states);
  /// Those among `sources` from which the step leads to one of these.
  Bdd before(std::size_t thread, std::size_t step, const Bdd& states, const Bdd& sources);

  /// The thread waits at a point; requires a switch point.
  Bdd waits(std::size_t thread, std::size_t point) const;
  /// States in which the thread waits at the point, and may go on from there, with it active.
  Bdd wake(std::size_t thread, std::size_t point, const Bdd& states) const;
  /// States of the active thread at a point, with it waiting; empty in atomic sections.
  Bdd sleep(std::size_t thread, std::size_t point, const Bdd& states) const;

  /// The same state with the thread waiting at the point, wherever it was.
  Bdd at(std::size_t thread, std::size_t point, const Bdd& state) const;

  /// All threads at their entries, variables with their initial values.
  Bdd initial() const;
  Bdd all_at_entry() const;
  /// One state out of a set.
  Bdd pick(const Bdd& states) const;
  bool value(const Bdd& state, VarId v) const;

  const ir::Unfolding& unfolding() const { return unfolding_; }
  BddManager& manager() const { return manager_; }

  /// The variables of the diagrams, as the judge knows them, from the top down.
  const std::vector<std::pair<BddVar, VarId>>& variables() const { return variables_; }
  const std::vector<VarId>& place_bits(std::size_t thread) const { return place_ids_[thread]; }
  const std::vector<std::optional<std::size_t>>& numbers(std::size_t thread) const {
    return numbers_[thread];
  }

private:
  struct Relation {
    Bdd guard;
    Bdd values; ///< next values of the targets
    VarSet replaced;
    Renaming arrive;   ///< next to current
    Renaming backward; ///< targets by their values
    VarSet chosen;
    bool identity = false; ///< nothing is written
  };

  void add_places(const std::vector<std::vector<bool>>& switch_points);
  Bdd value(Term term);
  Relation& relation(std::size_t thread, std::size_t step);

  const ir::Unfolding& unfolding_;
  BddManager& manager_;
  std::vector<VarBlock> places_;
  std::vector<std::vector<VarId>> place_ids_;
  std::vector<std::vector<std::optional<std::size_t>>> numbers_; ///< per thread and point
  std::unordered_map<VarId, BddVar> current_;
  std::unordered_map<VarId, BddVar> next_;
  std::vector<std::pair<BddVar, VarId>> variables_;
  std::unordered_map<Term, Bdd> values_;
  std::vector<std::vector<std::optional<Relation>>> relations_; ///< filled by need
};

} // namespace kleene::engine::concurrent
