// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/alpha.h"

#include "kleene/domain/atoms.h"

#include <algorithm>
#include <ctime>
#include <numeric>
#include <set>

namespace kleene::domain {
namespace {

/// Computing time, so that a busy machine does not make results less precise.
double seconds_computed() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Up to so many predicates that depend on each other are abstracted once for all states.
constexpr std::size_t small_component = 8;

/// Sets of items that grow together.
class UnionFind {
public:
  explicit UnionFind(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t(0));
  }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i)
      i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parent_[find(a)] = find(b); }

private:
  std::vector<std::size_t> parent_;
};

} // namespace

Alpha::Alpha(TermManager& terms,
             BddManager& manager,
             smt::Session& session,
             IntegerModel model,
             AlphaLimits limits)
    : terms_(terms), manager_(manager), session_(session), model_(model), limits_(limits) {}

Bdd Alpha::operator()(std::span<const PredicateView> predicates, std::span<const Term> phi) {
  return within(Bdd(true), predicates, phi).valuations;
}

Alpha::Within Alpha::within(const Bdd& care,
                            std::span<const PredicateView> predicates,
                            std::span<const Term> phi,
                            std::span<const Term> known) {
  ++statistics_.calls;
  if (std::ranges::any_of(phi, &Term::is_false) || std::ranges::any_of(known, &Term::is_false))
    return {Bdd(false), true};
  std::vector<PredicateView> open;
  bool many = predicates.size() > small_component;
  Within result{settle(predicates, open, many ? care : Bdd(true)), !many || care.is_true()};
  for (Component& component : split(open, phi, known)) {
    if (restrict(component, care)) result.complete = false;
    result.valuations &= abstract(component);
    if (result.valuations.is_false()) break;
  }
  return result;
}

/// Adds what `care` says about the predicates of a large component; whether it says anything.
bool Alpha::restrict(Component& component, const Bdd& care) const {
  if (component.views.size() <= small_component || care.is_true()) return false;
  std::unordered_map<BddVar, Term> meaning;
  for (const PredicateView& view : component.views)
    meaning.emplace(view.variable, view.formula);
  std::vector<BddVar> foreign;
  for (BddVar v : care.support().variables())
    if (!meaning.contains(v)) foreign.push_back(v);
  Bdd mine = care.exists(VarSet(foreign));
  if (mine.is_true()) return false;
  component.conjuncts.push_back(as_formula(terms_, mine, [&](BddVar v) { return meaning.at(v); }));
  return true;
}

Bdd Alpha::literal(const PredicateView& view, bool value) const {
  return manager_.literal(view.variable, value);
}

smt::Answer Alpha::ask(std::span<const Term> assumptions) {
  ++statistics_.checks;
  return session_.check(assumptions);
}

/// What needs no solver: constants, and predicates that mean the same as an earlier one or its negation.
/// Many such equivalences make large diagrams, but not within a small set of states.
Bdd Alpha::settle(std::span<const PredicateView> predicates,
                  std::vector<PredicateView>& open,
                  Bdd result) {
  std::unordered_map<Term, std::size_t> known;
  std::vector<bool> signs;
  for (PredicateView view : predicates) {
    AtomLiteral normal = normal_atom(terms_, view.formula, model_);
    if (normal.atom.is_true()) {
      result &= literal(view, normal.positive);
      continue;
    }
    auto [at, is_new] = known.try_emplace(normal.atom, open.size());
    if (is_new) {
      view.formula = normal.atom;
      open.push_back(view);
      signs.push_back(normal.positive);
      continue;
    }
    Bdd first = literal(open[at->second], signs[at->second] == normal.positive);
    result &= first.iff(literal(view, true));
  }
  for (std::size_t i = 0; i < open.size(); ++i)
    if (!signs[i]) open[i].formula = terms_.negate(open[i].formula);
  return result;
}

const std::vector<VarId>& Alpha::variables(Term t) {
  auto known = variables_.find(t);
  if (known == variables_.end()) known = variables_.emplace(t, variables_of(t)).first;
  return known->second;
}

/// Connected by variables. What consists of predicates alone that are given together says nothing and
/// is left out; so is what is known but touches nothing else.
std::vector<Alpha::Component> Alpha::split(const std::vector<PredicateView>& open,
                                           std::span<const Term> phi,
                                           std::span<const Term> known) {
  UnionFind groups(open.size() + phi.size());
  std::unordered_map<VarId, std::size_t> owner;
  auto connect = [&](Term t, std::size_t item) {
    for (VarId v : variables(t)) {
      auto [at, is_new] = owner.try_emplace(v, item);
      if (!is_new) groups.join(at->second, item);
    }
  };
  for (std::size_t i = 0; i < open.size(); ++i)
    connect(open[i].formula, i);
  for (std::size_t i = 0; i < phi.size(); ++i)
    connect(phi[i], open.size() + i);
  std::map<std::size_t, Component> components;
  for (std::size_t i = 0; i < open.size(); ++i)
    components[groups.find(i)].views.push_back(open[i]);
  for (std::size_t i = 0; i < phi.size(); ++i)
    if (!phi[i].is_true()) components[groups.find(open.size() + i)].conjuncts.push_back(phi[i]);
  std::map<std::size_t, std::vector<Term>> helpful;
  for (Term t : known) {
    std::set<std::size_t> touched;
    for (VarId v : variables(t))
      if (auto at = owner.find(v); at != owner.end()) touched.insert(groups.find(at->second));
    for (std::size_t root : touched)
      helpful[root].push_back(t);
  }
  std::vector<Component> result;
  for (auto& [root, component] : components) {
    bool says_nothing = component.conjuncts.empty()
                        && std::ranges::all_of(component.views, [&](const PredicateView& view) {
                             return view.given != 0 && view.given == component.views.front().given;
                           });
    if (says_nothing) continue;
    for (Term t : helpful[root])
      component.conjuncts.push_back(t);
    result.push_back(std::move(component));
  }
  return result;
}

Bdd Alpha::abstract(const Component& component) {
  Key key;
  for (const PredicateView& view : component.views) {
    key.push_back(view.formula.id());
    key.push_back(static_cast<std::uint32_t>(view.variable.index()));
    key.push_back(view.given);
  }
  key.push_back(std::numeric_limits<std::uint32_t>::max());
  for (Term t : component.conjuncts)
    key.push_back(t.id());
  if (auto known = cache_.find(key); known != cache_.end()) {
    ++statistics_.cached;
    return known->second;
  }
  Bdd result = enumerate(component);
  cache_.emplace(std::move(key), result);
  return result;
}

Bdd Alpha::enumerate(const Component& component) {
  smt::Scope scope(session_);
  for (Term t : component.conjuncts)
    session_.assume(t);
  Bdd result;
  std::vector<std::vector<bool>> models;
  double start = seconds_computed();
  while (true) {
    smt::Answer answer = ask();
    if (answer == smt::Answer::Unsat) return result;
    if (answer == smt::Answer::Unknown || models.size() >= limits_.models
        || seconds_computed() - start > limits_.seconds)
      break;
    Bdd minterm(true);
    std::vector<Term> blocked;
    std::vector<bool> model;
    for (const PredicateView& view : component.views) {
      std::optional<Integer> value = session_.value(view.formula);
      if (!value) break;
      model.push_back(*value != 0);
      minterm &= literal(view, model.back());
      blocked.push_back(model.back() ? terms_.negate(view.formula) : view.formula);
    }
    if (model.size() < component.views.size()) break;
    if (component.views.empty()) return Bdd(true);
    models.push_back(std::move(model));
    result |= minterm;
    session_.assume(terms_.disj(std::move(blocked)));
  }
  ++statistics_.fallbacks;
  return pairwise(component, models);
}

/// Every clause of two literals that phi implies. Models already seen answer most questions, so it does
/// not matter that they are excluded in the session.
Bdd Alpha::pairwise(const Component& component, const std::vector<std::vector<bool>>& models) {
  Bdd result(true);
  const std::vector<PredicateView>& views = component.views;
  auto as_term = [&](std::size_t i, bool value) {
    return value ? views[i].formula : terms_.negate(views[i].formula);
  };
  auto seen = [&](std::size_t i, bool a, std::size_t j, bool b) {
    return std::ranges::any_of(models, [&](const auto& m) { return m[i] == a && m[j] == b; });
  };
  double deadline = seconds_computed() + limits_.seconds;
  for (std::size_t i = 0; i < views.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      if (views[i].given != 0 && views[i].given == views[j].given) continue;
      for (bool a : {false, true})
        for (bool b : {false, true}) {
          if ((i == j && a != b) || seen(i, a, j, b)) continue;
          if (seconds_computed() > deadline) return result;
          std::vector<Term> both{as_term(i, a), as_term(j, b)};
          if (ask(both) == smt::Answer::Unsat)
            result -= literal(views[i], a) & literal(views[j], b);
        }
    }
  return result;
}

Term as_formula(TermManager& terms,
                const Bdd& diagram,
                const std::function<Term(BddVar)>& meaning) {
  std::unordered_map<std::size_t, Term> done;
  std::vector<Bdd> work{diagram};
  while (!work.empty()) {
    Bdd node = work.back();
    if (done.contains(node.id())) {
      work.pop_back();
      continue;
    }
    if (node.is_constant()) {
      done[node.id()] = terms.truth(node.is_true());
      continue;
    }
    auto low = done.find(node.low().id());
    auto high = done.find(node.high().id());
    if (low != done.end() && high != done.end()) {
      Term p = meaning(node.top());
      Term l = low->second;
      Term h = high->second;
      Term whole = h.is_true()    ? terms.disj(p, l)
                   : l.is_true()  ? terms.disj(terms.negate(p), h)
                   : h.is_false() ? terms.conj(terms.negate(p), l)
                   : l.is_false() ? terms.conj(p, h)
                                  : terms.ite(p, h, l);
      done[node.id()] = whole;
      continue;
    }
    work.push_back(node.low());
    work.push_back(node.high());
  }
  return done.at(diagram.id());
}

} // namespace kleene::domain
