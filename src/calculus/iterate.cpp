// SPDX-License-Identifier: Apache-2.0
// Fixed points: the part of the evaluator that iterates.
#include "kleene/support/invariant.h"

#include <algorithm>
#include <deque>

#include "evaluator.h"

namespace kleene::calculus {

namespace {
/// Beyond this many rounds a system that is not positive is given up.
constexpr std::size_t max_rounds = 1'000'000;
} // namespace

std::string negative_recursion_warning(const Relation& relation) {
  return "'" + relation.name
         + "' depends negatively on itself: its value is what round-by-round evaluation arrives at";
}

class Evaluator::Iteration {
public:
  Iteration(Evaluator& evaluator, const Relation* relation, Bdd value)
      : evaluator_(evaluator),
        kept_(std::exchange(evaluator.kept_, false)),
        narrowed_(std::exchange(evaluator.narrowed_, nullptr)),
        narrowed_value_(std::exchange(evaluator.narrowed_value_, Bdd())) {
    evaluator_.stack_.push_back({relation, std::move(value)});
    evaluator_.dependencies_.push(relation);
  }
  ~Iteration() {
    evaluator_.dependencies_.pop(evaluator_.stack_.back().relation);
    evaluator_.stack_.pop_back();
    evaluator_.kept_ = kept_;
    evaluator_.narrowed_ = narrowed_;
    evaluator_.narrowed_value_ = std::move(narrowed_value_);
  }
  Iteration(const Iteration&) = delete;
  Iteration& operator=(const Iteration&) = delete;

  void set(const Bdd& value) { evaluator_.stack_.back().value = value; }

private:
  Evaluator& evaluator_;
  bool kept_;
  const Formula* narrowed_;
  Bdd narrowed_value_;
};

/// A part of the body of a growing relation.
struct Evaluator::Disjunct {
  const Formula* formula = nullptr;
  /// Does not change in this iteration.
  bool constant = false;
  /// f(S | N) = f(S) | f(N) in each of these applications of the relation; empty if that fails.
  std::vector<const Formula*> linear;
  /// What has been worked in.
  std::optional<Bdd> done;
  /// Cost of the last evaluation in produced nodes.
  std::size_t cost = 0;
};

Bdd Evaluator::value_of(const Relation* relation) {
  if (dependencies_.on_stack(relation)) {
    for (std::size_t i = stack_.size(); i-- > 0;)
      if (stack_[i].relation == relation) return stack_[i].value;
  }
  if (bound_[relation->index]) return *bound_[relation->index];
  if (relation->body == nullptr) {
    bool input = relation->kind == RelationKind::Input;
    throw NoValue{relation,
                  input ? "the input '" + relation->name
                              + "' is not given (a program is given by --program)"
                        : "'" + relation->name + "' is declared but never defined"};
  }
  Dependencies::Recursion recursion = dependencies_.recursion(relation);
  Context context = context_values(recursion.context);
  std::optional<Known>& known = relations_[relation->index];
  if (known && known->context == context) return known->value;
  Bdd value;
  bool iterated =
      recursion.recursive
      && (relation->kind == RelationKind::Least || relation->kind == RelationKind::Greatest);
  if (iterated) {
    value = settle(relation, known ? &*known : nullptr, context);
  } else {
    auto narrowed = std::exchange(narrowed_, nullptr);
    auto kept = std::exchange(kept_, false);
    value = within_domain(relation, evaluate(relation->body));
    narrowed_ = narrowed;
    kept_ = kept;
  }
  relations_[relation->index] = Known{std::move(context), value};
  return value;
}

Bdd Evaluator::start_value(const Relation* relation) {
  return relation->kind == RelationKind::Least ? Bdd(false) : domains_[relation->index];
}

Bdd Evaluator::settle(const Relation* relation, const Known* last, const Context& context) {
  const Dependencies::Recursion recursion = dependencies_.recursion(relation);
  bool least = relation->kind == RelationKind::Least;
  bool positive = recursion.self_sign == Positive;
  if (!positive) {
    if ((recursion.self_sign & Negative) != 0 && !warned_[relation->index]) {
      warned_[relation->index] = true;
      warn_(*relation, negative_recursion_warning(*relation));
    }
    return literal_rounds(relation, start_value(relation));
  }
  Bdd start = start_value(relation);
  bool comparable = last != nullptr && last->context.size() == context.size()
                    && (recursion.context_sign & ~unsigned{Positive}) == 0;
  for (std::size_t i = 0; comparable && i < context.size(); ++i)
    comparable =
        least ? last->context[i].subset_of(context[i]) : context[i].subset_of(last->context[i]);
  if (comparable) start = last->value;
  return least && frontier_ ? growing_rounds(relation, std::move(start))
                            : literal_rounds(relation, std::move(start));
}

// The iteration is a function of the present value, so that a value that comes again without being
// stable comes again for ever (Brent's method finds that with one value in store).
Bdd Evaluator::literal_rounds(const Relation* relation, Bdd value) {
  Iteration iteration(*this, relation, value);
  Bdd stored = value;
  std::size_t next_store = 1;
  for (std::size_t round = 1;; ++round) {
    Bdd next = within_domain(relation, evaluate(relation->body));
    report(relation, round, next);
    if (next == value) return value;
    if (next == stored || round == max_rounds)
      throw NoValue{relation, "the iteration of '" + relation->name + "' never settles"};
    if (round == next_store) {
      stored = next;
      next_store *= 2;
    }
    value = next;
    iteration.set(value);
  }
}

bool Evaluator::distributes(const Formula* f,
                            const Relation* relation,
                            std::vector<const Formula*>& found) {
  const RelationSet& context = dependencies_.context(f);
  if (std::find(context.begin(), context.end(), relation) == context.end()) return true;
  auto all_kids = [&] {
    return std::all_of(f->kids.begin(), f->kids.end(), [&](const Formula* kid) {
      return distributes(kid, relation, found);
    });
  };
  switch (f->kind) {
  case FormulaKind::And:
  case FormulaKind::Or:
  case FormulaKind::Exists:
    return all_kids();
  case FormulaKind::Case:
    for (std::size_t i = 0; i < f->kids.size(); i += 2) {
      const RelationSet& condition = dependencies_.context(f->kids[i]);
      if (std::find(condition.begin(), condition.end(), relation) != condition.end()) return false;
    }
    return all_kids();
  case FormulaKind::Apply: {
    bool itself = f->relation == relation;
    bool plain = std::all_of(f->arguments.begin(), f->arguments.end(), [](const Argument& a) {
      return a.formula == nullptr;
    });
    if (itself && plain) found.push_back(f);
    return itself && plain;
  }
  default:
    return false;
  }
}

std::vector<Evaluator::Disjunct> Evaluator::disjuncts(const Relation* relation) {
  std::vector<const Formula*> parts =
      relation->body->kind == FormulaKind::Or ? relation->body->kids : std::vector{relation->body};
  std::vector<Disjunct> result;
  for (const Formula* part : parts) {
    Disjunct disjunct;
    disjunct.formula = part;
    const RelationSet& context = dependencies_.context(part);
    disjunct.constant = std::find(context.begin(), context.end(), relation) == context.end();
    if (!distributes(part, relation, disjunct.linear)) disjunct.linear.clear();
    result.push_back(std::move(disjunct));
  }
  return result;
}

/// What a disjunct gives for `all`, knowing that it has been worked in for all but `fresh`.
Bdd Evaluator::image(const Disjunct& disjunct, const Bdd& fresh, const Bdd& all) {
  std::size_t parts = disjunct.linear.size();
  if (parts == 0 || fresh == all || parts * fresh.node_count() >= all.node_count())
    return evaluate(disjunct.formula);
  std::vector<Bdd> results;
  for (const Formula* application : disjunct.linear) {
    narrowed_ = application;
    narrowed_value_ = fresh;
    results.push_back(evaluate(disjunct.formula));
    narrowed_ = nullptr;
  }
  return Product::disjunction(std::move(results));
}

// Each disjunct keeps what it has been given already and is evaluated for the rest; the cheapest one
// that has anything left goes next, so that cheap steps run to completion before costly ones.
Bdd Evaluator::growing_rounds(const Relation* relation, Bdd value) {
  Iteration iteration(*this, relation, value);
  std::vector<Disjunct> parts = disjuncts(relation);
  for (std::size_t round = 1;; ++round) {
    Disjunct* next = nullptr;
    for (Disjunct& part : parts) {
      bool up_to_date = part.done && (part.constant || *part.done == value);
      if (!up_to_date && (next == nullptr || part.cost < next->cost)) next = &part;
    }
    if (next == nullptr) return value;
    Bdd fresh = next->done ? value - *next->done : value;
    std::size_t before = manager_.statistics().produced;
    Bdd result = within_domain(relation, image(*next, next->done ? fresh : value, value));
    next->cost = manager_.statistics().produced - before;
    next->done = value;
    value |= result;
    iteration.set(value);
    report(relation, round, value);
  }
}

Bdd Evaluator::formula(const Formula* f, const Bindings& bindings) {
  std::deque<Iteration> bound;
  for (const auto& [relation, value] : bindings)
    bound.emplace_back(*this, relation, value);
  Bdd result = evaluate(f);
  while (!bound.empty())
    bound.pop_back(); // innermost first
  return result;
}

Bdd Evaluator::relation(const Relation* relation, const Bindings& bindings) {
  std::deque<Iteration> bound;
  for (const auto& [other, value] : bindings)
    bound.emplace_back(*this, other, value);
  Bdd result = value_of(relation);
  while (!bound.empty())
    bound.pop_back();
  return result;
}

std::vector<Bdd> Evaluator::rounds(const Relation* relation, const Bindings& bindings) {
  std::vector<Bdd> values{start_value(relation)};
  for (;;) {
    Bindings all = bindings;
    all.emplace_back(relation, values.back());
    Bdd next = within_domain(relation, formula(relation->body, all));
    if (next == values.back()) return values;
    if (values.size() >= max_rounds)
      throw NoValue{relation, "the iteration of '" + relation->name + "' never settles"};
    values.push_back(next);
  }
}

void Evaluator::report(const Relation* relation, std::size_t round, const Bdd& value) {
  if (on_round_) {
    VarSet variables = value.support();
    for (const Formal& formal : relation->formals)
      variables = variables | layout_.block(formal.place).set();
    on_round_(*relation, round, count_assignments(value, variables), value.node_count());
  }
  auto now = std::chrono::steady_clock::now();
  if (now - last_report_ < std::chrono::milliseconds(200)) return;
  last_report_ = now;
  observer_.progress(relation->name + ": round " + std::to_string(round) + ", "
                     + std::to_string(value.node_count()) + " nodes");
}

} // namespace kleene::calculus
