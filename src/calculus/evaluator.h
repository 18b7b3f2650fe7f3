// SPDX-License-Identifier: Apache-2.0
// Values of relations and formulas.
//
// The value of a relation is the one that this procedure computes (Evaluate of "Analyzing Recursive
// Programs using a Fixed-point Calculus", PLDI 2009, section 3): iterate its body from the empty
// (mu) or full (nu) relation; in each round, evaluate the relations that occur in the body the same
// way, with the present value substituted for this one. The relations being iterated form a stack.
//
// Short cuts that do not change the value:
//  - A value is kept together with the values of those relations on the stack on which it depends
//    (its context), and used again while they are the same. So what is constant is computed once.
//  - If all occurrences are positive, a relation starts from its last value when its context has only
//    grown (mu) or shrunk (nu) since.
//  - Positive least fixed points work on what is new, disjunct by disjunct (see iterate.cpp).
// Other systems follow the procedure literally.
#pragma once
#include "kleene/bdd/manager.h"
#include "kleene/support/observer.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "dependencies.h"
#include "layout.h"
#include "module.h"
#include "product.h"
#include "rounds.h"

namespace kleene::calculus {

/// A relation has no value: it is not bound or defined, or its iteration never settles.
struct NoValue {
  const Relation* relation;
  std::string message;
};

/// What the user should know of a relation that depends negatively on itself.
std::string negative_recursion_warning(const Relation& relation);

class Evaluator {
public:
  using WarnFn = std::function<void(const Relation&, const std::string&)>;

  Evaluator(BddManager& manager,
            const Module& module,
            const Layout& layout,
            Observer& observer,
            WarnFn warn);

  void bind(const Relation* input, Bdd value);
  /// The value of a formula whose variables are all in scope; points that are no values are arbitrary.
  Bdd formula(const Formula* f) { return evaluate(f); }
  /// The value of a relation over its formals; false where a formal has no value.
  Bdd relation(const Relation* relation) { return value_of(relation); }
  /// Values that stand for relations, outermost first, as if these were being iterated.
  using Bindings = std::vector<std::pair<const Relation*, Bdd>>;
  Bdd formula(const Formula* f, const Bindings& bindings);
  Bdd relation(const Relation* relation, const Bindings& bindings);
  /// The values of a relation's iteration one after the other, the last one being stable.
  std::vector<Bdd> rounds(const Relation* relation, const Bindings& bindings);
  /// Whether least fixed points work on what is new. If not, each round evaluates the whole body.
  void frontier(bool on) { frontier_ = on; }
  void on_round(RoundFn told) { on_round_ = std::move(told); }
  void forget(const Relation* relation);
  void forget_all();
  BddManager& manager() const { return manager_; }
  const Layout& layout() const { return layout_; }

private:
  using Context = std::vector<Bdd>;
  struct Known {
    Context context;
    Bdd value;
  };
  struct OpenRelation {
    const Relation* relation;
    Bdd value;
  };
  /// How to turn the value of a relation over its formals into one over the arguments.
  struct Plan {
    Bdd fixed{true}; ///< Constants for formals.
    std::optional<Renaming> renaming;
  };
  /// Keeps the stack straight, also when an exception passes.
  class Iteration;
  struct Disjunct;

  Bdd evaluate(const Formula* f);
  Bdd compute(const Formula* f);
  Bdd equal_code(const Formula* f) const;
  Bdd equal_parts(const Formula* f) const;
  Bdd cases(const Formula* f);
  Bdd exists(const Formula* f, const Formula* body);
  Bdd care(const Formula* f);
  Bdd apply(const Formula* f);
  const Plan& plan(const Formula* f);
  std::vector<Bdd> all(const std::vector<const Formula*>& kids);

  Bdd value_of(const Relation* relation);
  Bdd settle(const Relation* relation, const Known* last, const Context& context);
  Bdd literal_rounds(const Relation* relation, Bdd value);
  Bdd growing_rounds(const Relation* relation, Bdd value);
  std::vector<Disjunct> disjuncts(const Relation* relation);
  Bdd image(const Disjunct& disjunct, const Bdd& fresh, const Bdd& all);
  bool distributes(const Formula* f, const Relation* relation, std::vector<const Formula*>& found);
  Bdd start_value(const Relation* relation);
  Bdd within_domain(const Relation* relation, const Bdd& value);
  Context context_values(const RelationSet& relations) const;
  void report(const Relation* relation, std::size_t round, const Bdd& value);

  BddManager& manager_;
  const Module& module_;
  const Layout& layout_;
  Observer& observer_;
  WarnFn warn_;
  Dependencies dependencies_;
  Product product_;
  std::vector<OpenRelation> stack_;
  std::vector<std::optional<Bdd>> bound_;
  std::vector<std::optional<Known>> relations_;
  std::unordered_map<std::size_t, Known> formulas_;
  std::unordered_map<std::size_t, Plan> plans_;
  std::vector<Bdd> domains_;
  /// Inside a formula whose value is kept as a whole: its parts need not be.
  bool kept_ = false;
  bool frontier_ = true;
  /// An application that stands for less than the value of its relation: only what is new.
  const Formula* narrowed_ = nullptr;
  Bdd narrowed_value_;
  RoundFn on_round_;
  std::vector<bool> warned_;
  std::chrono::steady_clock::time_point last_report_;
};

} // namespace kleene::calculus
