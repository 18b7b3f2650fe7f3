// SPDX-License-Identifier: Apache-2.0
// Sets and relations of states, seen through predicates: exact predicate abstraction.
//
// A set of states at a place is a decision diagram over the predicates of that place. What a program
// does there is abstracted to relations that contain every real step (`may`). What it must be able to do
// follows from the same relations: where the program leaves no choice, a state whose every possible
// successor lies in Q does step into Q. So a pair of sets, must within may, bounds the real one from
// both sides, and no second relation is needed.
#pragma once
#include "kleene/domain/alpha.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace kleene::domain {

/// New values of variables, as terms over the values before; those not listed keep theirs.
using Values = std::map<VarId, Term>;

/// A step: where it is possible, and what it does.
struct Move {
  std::vector<Term> condition; ///< a conjunction
  Values values;
};

/// A set between two bounds: must within may.
struct Belnap {
  Bdd must;
  Bdd may;
  bool operator==(const Belnap&) const = default;
};

using PredicateList = std::vector<Term>;

/// A relation that is made where it is needed: it has every step from the covered states (across a call:
/// from the covered pairs of a state before it and one at the callee's exit).
struct PartialRelation {
  Bdd steps;
  Bdd covered;
};

class ExactDomain {
public:
  /// Keeps references. Relations and sets must go before the manager.
  ExactDomain(TermManager& terms, BddManager& manager, smt::Session& session, IntegerModel model);

  // Relations: every real step is in them.

  /// From predicates before a move to predicates after it.
  Bdd relation(const PredicateList& before, const Move& move, const PredicateList& after);
  /// Covers more states. `known` holds before every real move, whatever the predicates say.
  void extend(PartialRelation& relation,
              const Bdd& states,
              const PredicateList& before,
              const Move& move,
              const PredicateList& after,
              std::span<const Term> known);
  /// The states before a move of which it is possible: its condition seen through the predicates.
  Bdd possible(const PredicateList& before, const std::vector<Term>& condition);
  /// Across a call: predicates before it, of the callee's exit (`leave` says what its variables are in
  /// the words of the caller), and behind the call.
  struct Call {
    const PredicateList& before;
    const PredicateList& exit;
    const Values& leave;
    const PredicateList& after;
    const Values& results;
    std::span<const Term> known;         ///< before the call
    std::span<const Term> known_at_exit; ///< of the callee
  };
  void extend(PartialRelation& relation, const Bdd& states, const Bdd& exits, const Call& call);

  // Images

  Bdd post(const Bdd& states, const Bdd& relation) const;
  Bdd pre(const Bdd& relation, const Bdd& states) const;
  /// Across a call, for these states of the callee's exit.
  Bdd post(const Bdd& states, const Bdd& exits, const Bdd& relation) const;
  Bdd pre(const Bdd& relation, const Bdd& exits, const Bdd& states) const;
  /// For a state before and one behind a call: the states of the callee's exit that allow it.
  Bdd exits_between(const Bdd& before, const Bdd& after, const Bdd& relation) const;

  /// A set as a formula.
  Term formula(const Bdd& states);
  /// The set without what it says about these predicates: they may have any value.
  Bdd forget(const Bdd& states, const PredicateList& predicates) const;
  /// One valuation of these predicates inside a set that is not empty.
  Bdd pick(const Bdd& states, const PredicateList& predicates) const;

  Alpha& alpha() { return alpha_; }
  TermManager& terms() { return terms_; }

private:
  /// The copies of a predicate: now, after a step, at the exit of a callee.
  struct Copies {
    BddVar now;
    BddVar next;
    BddVar exit;
  };
  const Copies& copies(Term predicate);
  static void extend(PartialRelation& relation, const Bdd& states, const Alpha::Within& more);

  TermManager& terms_;
  BddManager& manager_;
  Alpha alpha_;
  std::unordered_map<Term, Copies> copies_;
  std::unordered_map<BddVar, Term> predicate_of_;
  Renaming next_to_now_;
  Renaming now_to_next_;
  Renaming now_to_exit_;
  Renaming exit_to_now_;
  std::vector<BddVar> now_;
  std::vector<BddVar> next_;
  std::vector<BddVar> exit_;
  VarSet now_set_;
  VarSet next_set_;
  VarSet exit_set_;
};

} // namespace kleene::domain
