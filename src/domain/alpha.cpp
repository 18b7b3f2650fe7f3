// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/alpha.h"

#include "kleene/bdd/cubes.h"
#include "kleene/domain/atoms.h"
#include "kleene/support/work.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "implicant.h"

namespace kleene::domain {
namespace {

/// Computing time, so that a busy machine does not make results less precise.
double seconds_computed() {
  return work::computed_seconds();
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
    result.valuations &= abstract(component).valuations;
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

Alpha::Abstracted Alpha::abstract(const Component& component) {
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
  Abstracted result = enumerate(component);
  cache_.emplace(std::move(key), result);
  return result;
}

/// What is known while the valuations of a component are enumerated.
struct Alpha::Search {
  double start = seconds_computed();
  Bdd found;
  std::size_t models = 0;
  std::size_t widen_at = 0; ///< the first model that is tried to be widened
  Wider around;             ///< what to add when the search was interrupted
};

Alpha::Abstracted Alpha::enumerate(const Component& component) {
  Search search{.widen_at = limits_.widen_from};
  while (true) {
    switch (find_models(component, search)) {
    case Found::All:
      return {search.found, true};
    case Found::TooMany:
      ++statistics_.fallbacks;
      return {pairwise(component, search.found), false};
    case Found::Wide:
      widen(component, search);
    }
  }
}

/// Finds valuations until all are found or one of them may be worth widening. That is done outside, since it asks
/// about other formulas.
Alpha::Found Alpha::find_models(const Component& component, Search& search) {
  smt::Scope scope(session_);
  for (Term t : component.conjuncts)
    session_.assume(t);
  if (!search.found.is_false()) session_.assume(outside(component, search.found));
  while (true) {
    smt::Answer answer = ask();
    if (answer == smt::Answer::Unsat) return Found::All;
    if (answer == smt::Answer::Unknown || search.models >= limits_.models
        || seconds_computed() - search.start > limits_.seconds)
      return Found::TooMany;
    Bdd minterm(true);
    for (const PredicateView& view : component.views) {
      std::optional<Integer> value = session_.value(view.formula);
      if (!value) return Found::TooMany;
      minterm &= literal(view, *value != 0);
    }
    search.found |= minterm;
    if (component.views.empty()) return Found::All;
    ++search.models;
    if (search.models >= search.widen_at) {
      search.around = wider(component);
      if (search.around.parts.size() > 1) return Found::Wide;
      search.widen_at = 2 * search.models;
    }
    session_.assume(outside(component, minterm));
  }
}

/// In no state of these valuations.
Term Alpha::outside(const Component& component, const Bdd& valuations) {
  std::unordered_map<BddVar, Term> meaning;
  for (const PredicateView& view : component.views)
    meaning.emplace(view.variable, view.formula);
  return terms_.negate(as_formula(terms_, valuations, [&](BddVar v) { return meaning.at(v); }));
}

/// Why the conjuncts hold in the present model often concerns few of the predicates, and the others are free.
/// Whatever implies the conjuncts has a part of their valuations, so nothing is added that is not possible.
Alpha::Wider Alpha::wider(const Component& component) {
  Implicant implicant(terms_, [&](Term t) { return session_.value(t).value_or(0) != 0; });
  for (Term t : component.conjuncts)
    implicant.explain(t);
  std::vector<PredicateView> views;
  for (const PredicateView& view : component.views)
    views.push_back({implicant.resolve(view.formula), view.variable});
  std::vector<PredicateView> open;
  Wider result{settle(views, open, Bdd(true)), {}};
  result.parts = split(open, implicant.literals(), {});
  // What speaks of no predicate holds in the model, and no more is asked of it.
  std::erase_if(result.parts, [](const Component& part) { return part.views.empty(); });
  return result;
}

/// Adds the valuations of the parts, each combined with each. If that costs more questions than it finds
/// valuations, it is done less often.
void Alpha::widen(const Component& component, Search& search) {
  std::size_t before = statistics_.checks;
  Bdd product = search.around.settled;
  for (const Component& part : search.around.parts) {
    Abstracted abstracted = abstract(part);
    product &= abstracted.exact ? abstracted.valuations : Bdd(false);
    if (product.is_false()) break;
  }
  std::vector<BddVar> variables;
  for (const PredicateView& view : component.views)
    variables.push_back(view.variable);
  std::optional<std::uint64_t> gain =
      count_assignments(product - search.found, VarSet(variables)).small();
  search.found |= product;
  if (!gain || *gain > 0) ++statistics_.widened;
  if (gain && *gain <= statistics_.checks - before) search.widen_at = 2 * search.models;
}

/// Every clause of two literals that phi implies. Valuations already found answer most questions; what is
/// impossible by itself is asked first and answers for all pairs.
Bdd Alpha::pairwise(const Component& component, const Bdd& found) {
  smt::Scope scope(session_);
  for (Term t : component.conjuncts)
    session_.assume(t);
  Bdd result(true);
  double deadline = seconds_computed() + limits_.seconds;
  auto exclude = [&](const std::vector<std::pair<const PredicateView*, bool>>& cube) {
    Bdd valuations(true);
    std::vector<Term> assumptions;
    for (auto [view, value] : cube) {
      valuations &= literal(*view, value);
      assumptions.push_back(value ? view->formula : terms_.negate(view->formula));
    }
    if (!(valuations & found).is_false() || (valuations & result).is_false()) return;
    if (seconds_computed() <= deadline && ask(assumptions) == smt::Answer::Unsat)
      result -= valuations;
  };
  const std::vector<PredicateView>& views = component.views;
  for (const PredicateView& view : views)
    for (bool value : {false, true})
      exclude({{&view, value}});
  for (std::size_t i = 0; i < views.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (views[i].given != 0 && views[i].given == views[j].given) continue;
      for (bool a : {false, true})
        for (bool b : {false, true})
          exclude({{&views[i], a}, {&views[j], b}});
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
