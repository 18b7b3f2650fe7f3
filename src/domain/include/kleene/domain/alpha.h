// SPDX-License-Identifier: Apache-2.0
// Predicate abstraction by one primitive:
//
//   alpha(P, phi) = the valuations of the predicates P that some state of phi has
//
// as a decision diagram. Whatever is not decided in time is counted as possible, so a result is at
// worst too large. That is sound for what a program may do, and, used under a negation, for what it
// must be able to do: pre_must(Q) = consistent & !alpha(P, !wp(Q)).
#pragma once
#include "kleene/bdd/manager.h"
#include "kleene/logic/term.h"
#include "kleene/smt/session.h"

#include <functional>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

namespace kleene::domain {

/// A predicate seen from somewhere: its meaning as a formula over the variables of phi.
struct PredicateView {
  Term formula;
  BddVar variable;
  /// Not 0: what holds among predicates of the same number is known beforehand and not asked.
  unsigned given = 0;
};

struct AlphaLimits {
  std::size_t models = 600;
  double seconds = 3;
  /// So many models are found one by one; then they are widened, for the same result from fewer questions.
  std::size_t widen_from = 16;
};

struct AlphaStatistics {
  std::size_t calls = 0;
  std::size_t cached = 0;
  std::size_t checks = 0;
  std::size_t widened = 0;   ///< models that stood for more valuations than their own
  std::size_t fallbacks = 0; ///< components that were abstracted predicate by predicate
};

class Alpha {
public:
  /// Keeps references to all three.
  Alpha(TermManager& terms,
        BddManager& manager,
        smt::Session& session,
        IntegerModel model,
        AlphaLimits limits = {});

  /// phi is a conjunction. The ladder: constants and equal formulas without a question; then each set
  /// of predicates and conjuncts that share variables by itself; there all valuations, many at a time
  /// where predicates are free; and if they are too many, implications between pairs of predicates.
  Bdd operator()(std::span<const PredicateView> predicates, std::span<const Term> phi);

  struct Within {
    Bdd valuations;
    bool complete = true; ///< outside `care` as well
  };
  /// The same where only the valuations of given predicates in `care` matter: others may be missing. Used
  /// where many predicates depend on each other but few of their valuations occur. `known` holds in all
  /// states of phi; it is used where it helps.
  Within within(const Bdd& care,
                std::span<const PredicateView> predicates,
                std::span<const Term> phi,
                std::span<const Term> known = {});

  const AlphaStatistics& statistics() const { return statistics_; }

private:
  struct Component {
    std::vector<PredicateView> views;
    std::vector<Term> conjuncts;
  };
  struct Abstracted {
    Bdd valuations;
    bool exact = true;
  };
  /// Valuations around a model: those that are settled, times those of each part.
  struct Wider {
    Bdd settled;
    std::vector<Component> parts;
  };
  struct Search;
  enum class Found { All, TooMany, Wide };
  using Key = std::vector<std::uint32_t>;

  Bdd settle(std::span<const PredicateView> predicates,
             std::vector<PredicateView>& open,
             Bdd result);
  std::vector<Component> split(const std::vector<PredicateView>& open,
                               std::span<const Term> phi,
                               std::span<const Term> known);
  const std::vector<VarId>& variables(Term t);
  bool restrict(Component& component, const Bdd& care) const;
  Abstracted abstract(const Component& component);
  Abstracted enumerate(const Component& component);
  Found find_models(const Component& component, Search& search);
  Term outside(const Component& component, const Bdd& valuations);
  Wider wider(const Component& component);
  void widen(const Component& component, Search& search);
  Bdd pairwise(const Component& component, const Bdd& found);
  Bdd literal(const PredicateView& view, bool value) const;
  smt::Answer ask(std::span<const Term> assumptions = {});

  TermManager& terms_;
  BddManager& manager_;
  smt::Session& session_;
  IntegerModel model_;
  AlphaLimits limits_;
  AlphaStatistics statistics_;
  std::map<Key, Abstracted> cache_;
  std::unordered_map<Term, std::vector<VarId>> variables_;
};

/// A diagram as a formula; `meaning` tells what its variables stand for. Shared nodes become shared terms.
Term as_formula(TermManager& terms, const Bdd& diagram, const std::function<Term(BddVar)>& meaning);

} // namespace kleene::domain
