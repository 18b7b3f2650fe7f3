// SPDX-License-Identifier: Apache-2.0
// A tuple of a least fixed point holds because the body holds with the relation of an earlier round, so
// that each step goes to an earlier round and the sequence ends. A tuple of a greatest fixed point may
// hold because of itself: the sequence ends when it comes back.
#include "trace.h"

#include "kleene/bdd/cubes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace kleene::calculus {

namespace {

constexpr std::size_t max_steps = 10'000;

/// Values of the variables in scope.
using Environment = std::map<PlaceId, std::vector<bool>>;
/// The values of all arguments in a row.
using Tuple = std::vector<bool>;

class Explainer {
public:
  Explainer(const Module& module, Evaluator& evaluator, const ShowValue& show)
      : module_(module), evaluator_(evaluator), show_(show) {}

  std::vector<std::string> run(const Formula* f) {
    // Applications are followed from step to step; everything else is inside one step.
    std::optional<Next> next = within(f, {});
    while (next && lines_.size() < max_steps)
      next = step(*next);
    return std::move(lines_);
  }

private:
  /// An application to be explained next, with the values of its arguments.
  struct Next {
    const Relation* relation;
    Tuple tuple;
  };
  /// A relation that is being unfolded.
  struct Unfolding {
    const Relation* relation;
    /// Rounds of a least fixed point; the value of a greatest one.
    std::vector<Bdd> rounds;
    Bdd value;
    std::map<Tuple, std::size_t> seen; ///< and in which line
  };

  Evaluator::Bindings bindings() const {
    Evaluator::Bindings result;
    for (const Unfolding& unfolding : open_)
      result.emplace_back(unfolding.relation, unfolding.value);
    return result;
  }

  Bdd point(const Environment& environment) const {
    Bdd cube(true);
    for (const auto& [place, bits] : environment)
      cube &= point(evaluator_.layout().block(place).variables(), bits);
    return cube;
  }

  Bdd point(const std::vector<BddVar>& variables, const std::vector<bool>& bits) const {
    Bdd cube(true);
    for (std::size_t i = 0; i < bits.size(); ++i)
      cube &= evaluator_.manager().literal(variables[i], bits[i]);
    return cube;
  }

  bool holds(const Formula* f, const Environment& environment) {
    return evaluator_.formula(f, bindings()).restrict(point(environment)).is_true();
  }

  bool has_fixed_point(const Formula* f) {
    for (const Relation* relation : mentions(module_, f).relations) {
      if (relation->kind == RelationKind::Least || relation->kind == RelationKind::Greatest)
        return true;
      if (relation->body != nullptr && relation->kind == RelationKind::Plain
          && has_fixed_point(relation->body))
        return true;
    }
    return false;
  }

  /// Walks through a formula that holds to the application of a fixed point that it rests on.
  std::optional<Next> within(const Formula* f, const Environment& environment) {
    if (!has_fixed_point(f)) return std::nullopt;
    switch (f->kind) {
    case FormulaKind::Or:
      return any(f->kids, environment);
    case FormulaKind::And:
      return last_with_fixed_point(f->kids, environment);
    case FormulaKind::Case:
      for (std::size_t i = 0; i < f->kids.size(); i += 2)
        if (holds(f->kids[i], environment)) return within(f->kids[i + 1], environment);
      return std::nullopt;
    case FormulaKind::Exists:
      return inside_quantifier(f, environment);
    case FormulaKind::Assume:
    case FormulaKind::Cofactor:
      return within(f->kids[0], environment);
    case FormulaKind::Apply:
      return Next{f->relation, arguments(f, environment)};
    default:
      return std::nullopt;
    }
  }

  /// Prefers a reason that needs no fixed point: that ends the sequence.
  std::optional<Next> any(const std::vector<const Formula*>& kids, const Environment& environment) {
    const Formula* chosen = nullptr;
    for (const Formula* kid : kids) {
      if (!holds(kid, environment)) continue;
      if (!has_fixed_point(kid)) return std::nullopt;
      if (chosen == nullptr) chosen = kid;
    }
    return chosen == nullptr ? std::nullopt : within(chosen, environment);
  }

  std::optional<Next> last_with_fixed_point(const std::vector<const Formula*>& kids,
                                            const Environment& environment) {
    // What the relation that is being unfolded rests on comes before the rest.
    for (bool recursive : {true, false}) {
      for (std::size_t i = kids.size(); i-- > 0;) {
        auto relations = mentions(module_, kids[i]).relations;
        bool own = std::any_of(open_.begin(), open_.end(), [&](const Unfolding& unfolding) {
          return relations.contains(unfolding.relation);
        });
        if ((own || !recursive) && has_fixed_point(kids[i]))
          if (auto next = within(kids[i], environment)) return next;
      }
    }
    return std::nullopt;
  }

  std::optional<Next> inside_quantifier(const Formula* f, const Environment& environment) {
    Bdd body = evaluator_.formula(f->kids[0], bindings()).restrict(point(environment));
    VarBlock all;
    for (PlaceId place : f->places) {
      body &= evaluator_.layout().domain(place);
      all = all + evaluator_.layout().block(place);
    }
    std::optional<Tuple> found;
    for_each_assignment(body, all, [&](const std::vector<bool>& bits) {
      found = bits;
      return false;
    });
    if (!found) return std::nullopt;
    Environment inner = environment;
    auto begin = found->begin();
    for (PlaceId place : f->places) {
      auto end = begin + static_cast<std::ptrdiff_t>(evaluator_.layout().block(place).size());
      inner[place] = Tuple(begin, end);
      begin = end;
    }
    return within(f->kids[0], inner);
  }

  Tuple arguments(const Formula* f, const Environment& environment) {
    Tuple tuple;
    for (std::size_t i = 0; i < f->arguments.size(); ++i) {
      const Argument& argument = f->arguments[i];
      std::size_t bits = f->relation->formals[i].type->bits;
      if (argument.reference) {
        const auto& whole = environment.at(argument.reference->place);
        auto begin = whole.begin() + static_cast<std::ptrdiff_t>(argument.reference->offset);
        tuple.insert(tuple.end(), begin, begin + static_cast<std::ptrdiff_t>(bits));
      } else if (argument.code) {
        for (std::size_t bit = bits; bit-- > 0;)
          tuple.push_back((*argument.code >> bit & 1) != 0);
      } else {
        tuple.push_back(holds(argument.formula, environment));
      }
    }
    return tuple;
  }

  std::string describe(const Relation& relation, const Tuple& tuple) const {
    std::string text;
    std::size_t offset = 0;
    for (const Formal& formal : relation.formals) {
      bool shown = relation.shown.empty()
                   || std::find(relation.shown.begin(), relation.shown.end(), formal.name)
                          != relation.shown.end();
      if (shown)
        text += (text.empty() ? "" : ", ") + formal.name + " = "
                + shown_value(show_, *formal.type, tuple, offset);
      offset += formal.type->bits;
    }
    return relation.name + "(" + text + ")";
  }

  Environment formals(const Relation& relation, const Tuple& tuple) const {
    Environment environment;
    auto begin = tuple.begin();
    for (const Formal& formal : relation.formals) {
      auto end = begin + static_cast<std::ptrdiff_t>(formal.type->bits);
      environment[formal.place] = Tuple(begin, end);
      begin = end;
    }
    return environment;
  }

  /// Opens the relation, or comes back to where it is open: what was opened inside is over then.
  Unfolding& unfold(const Relation* relation) {
    auto found = std::find_if(open_.begin(), open_.end(), [&](const Unfolding& unfolding) {
      return unfolding.relation == relation;
    });
    if (found != open_.end()) {
      open_.erase(found + 1, open_.end());
      return open_.back();
    }
    Unfolding unfolding{relation, {}, Bdd(), {}};
    if (relation->kind == RelationKind::Least)
      unfolding.rounds = evaluator_.rounds(relation, bindings());
    else
      unfolding.value = evaluator_.relation(relation, bindings());
    open_.push_back(std::move(unfolding));
    return open_.back();
  }

  std::optional<Next> step(const Next& now) {
    const Relation& relation = *now.relation;
    if (relation.body == nullptr) return std::nullopt;
    Environment environment = formals(relation, now.tuple);
    if (relation.kind == RelationKind::Plain) return within(relation.body, environment);
    Unfolding& unfolding = unfold(now.relation);
    auto [earlier, fresh] = unfolding.seen.try_emplace(now.tuple, lines_.size() + 1);
    if (!fresh) {
      lines_.push_back("and again from step " + std::to_string(earlier->second) + " on");
      return std::nullopt;
    }
    lines_.push_back("step " + std::to_string(lines_.size() + 1) + ": "
                     + describe(relation, now.tuple));
    if (relation.kind == RelationKind::Least) {
      Bdd here = point(environment);
      std::size_t round = 0;
      while (round < unfolding.rounds.size() && !unfolding.rounds[round].restrict(here).is_true())
        ++round;
      if (round == 0 || round == unfolding.rounds.size()) return std::nullopt;
      unfolding.value = unfolding.rounds[round - 1];
    }
    return within(relation.body, environment);
  }

  const Module& module_;
  Evaluator& evaluator_;
  const ShowValue& show_;
  std::vector<Unfolding> open_;
  std::vector<std::string> lines_;
};

} // namespace

std::string shown_value(const ShowValue& show,
                        const Type& type,
                        const std::vector<bool>& bits,
                        std::size_t offset) {
  std::optional<std::string> words;
  if (show && type.kind == TypeKind::Class) words = show(type, bits, offset);
  return words ? *words : value_text(type, bits, offset);
}

std::vector<std::string> trace(const Module& module,
                               Evaluator& evaluator,
                               const Formula* f,
                               bool witness,
                               const ShowValue& show) {
  std::string what = witness ? "witness" : "counterexample";
  if (!evaluator.formula(f).is_true())
    return {"no " + what + ": the formula " + (witness ? "does not hold" : "holds")};
  std::vector<std::string> lines = Explainer(module, evaluator, show).run(f);
  if (lines.empty()) lines.emplace_back("no fixed point is needed to see it");
  lines.insert(lines.begin(), what + ":");
  return lines;
}

} // namespace kleene::calculus
