// SPDX-License-Identifier: Apache-2.0
#include "region.h"

#include "kleene/domain/atoms.h"

#include <algorithm>
#include <unordered_set>

#include "facts.h"

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_distances = 6;
constexpr std::size_t most_candidates = 400;
constexpr std::size_t most_variables = 6;
constexpr std::size_t most_guards = 3;
constexpr Integer largest_distance = 64;
constexpr Integer largest_modulus = 8;

class Collector {
public:
  Collector(const Loop& loop, const RegionHints& hints, Effects& effects)
      : loop_(loop), hints_(hints), effects_(effects), terms_(effects.terms()) {}

  std::vector<Term> run() {
    distances();
    for (Term t : hints_.entry)
      add_atoms(t);
    for (const Step& s : loop_.steps)
      for (Term t : s.effect.conditions)
        add_atoms(t);
    for (Term t : hints_.exits)
      add_atoms(t);
    add_pairs();
    if (hints_.invariants != nullptr) add_invariants();
    if (hints_.congruences) add_congruences();
    if (hints_.signs) add_signs();
    // What is not needed is left out from the end: sums may overflow, so they go first.
    std::ranges::stable_sort(found_, {}, [](Term t) {
      std::size_t sums = 0;
      for_each_subterm(
          t, [&](Term part) { sums += part.type().is_integer() && part.arity() > 0 ? 1 : 0; });
      return sums;
    });
    return std::move(found_);
  }

private:
  /// The constants in assignments, and those that variables in them are equal to: how far a step goes.
  void distances() {
    std::set<Integer> found{1, 2};
    auto look = [&](Term value) {
      for_each_subterm(value, [&](Term t) {
        if (!t.is_constant() || !t.type().is_integer()) return;
        Integer size = t.value() < 0 ? -t.value() : t.value();
        if (size > 1 && size <= largest_distance) {
          found.insert(size);
          found.insert(size - 1);
        }
      });
    };
    for (const Step& s : loop_.steps)
      for (const auto& [v, value] : s.effect.after.values())
        if (loop_.relevant.contains(v)) look(value);
    for (Term t : hints_.entry)
      if (t.op() == Op::Eq && !std::ranges::any_of(variables_of(t), [&](VarId v) {
            return loop_.changed.contains(v);
          }))
        look(t);
    for (Integer d : found)
      if (distances_.size() < most_distances) distances_.push_back(d);
  }

  void add(Term atom) {
    if (found_.size() >= most_candidates || !over(loop_.relevant, atom)) return;
    domain::AtomLiteral normal = domain::normal_atom(terms_, atom, IntegerModel::Math);
    if (normal.atom.is_constant()) return;
    Term literal = normal.positive ? normal.atom : terms_.negate(normal.atom);
    if (seen_.insert(literal).second) found_.push_back(literal);
  }

  Term moved(Term t, Integer by) {
    return by == 0 ? t : terms_.binary(Op::Add, t, terms_.constant(t.type(), by));
  }

  void add_atoms(Term formula) {
    for (Term atom : domain::atoms_of(terms_, formula)) {
      add(atom);
      add(terms_.negate(atom));
      bool comparison = atom.op() == Op::Eq || atom.op() == Op::Le || atom.op() == Op::Lt;
      if (!comparison || !atom.arg(0).type().is_integer()) continue;
      Term a = atom.arg(0);
      Term b = atom.arg(1);
      if (atom.op() == Op::Eq) {
        add(terms_.le(a, b));
        add(terms_.le(b, a));
      }
      for (Integer d : distances_) {
        add(terms_.le(a, moved(b, d)));
        add(terms_.le(b, moved(a, d)));
        add(terms_.lt(a, moved(b, d)));
        add(terms_.lt(b, moved(a, d)));
      }
    }
  }

  /// Variables that change may keep their order.
  void add_pairs() {
    std::vector<Term> variables;
    for (VarId v : loop_.relevant)
      if (effects_.program().variable(v).type.is_integer() && variables.size() < most_variables)
        variables.push_back(effects_.variable(v));
    for (Term a : variables)
      for (Term b : variables)
        if (a != b && a.type() == b.type()
            && (loop_.changed.contains(a.variable()) || loop_.changed.contains(b.variable())))
          add(terms_.le(a, b));
  }

  void add_signs() {
    for (VarId v : loop_.relevant) {
      Term var = effects_.variable(v);
      if (!var.type().is_integer()) continue;
      Term zero = terms_.constant(var.type(), 0);
      for (Term t : {terms_.le(zero, var), terms_.le(var, zero), terms_.lt(zero, var)})
        add(t);
    }
  }

  void add_invariants() {
    for (ir::LocId l : loop_.site.places) {
      const analysis::Facts& facts = (*hints_.invariants)[loop_.site.procedure.index()][l.index()];
      if (!facts.reachable) continue;
      Term formula = analysis::formula(effects_.program(), IntegerModel::Math, facts);
      for (Term t : conjuncts(terms_, {formula}))
        add(t);
    }
  }

  void add_congruences() {
    std::set<Integer> moduli;
    auto look = [&](Term t) {
      for_each_subterm(t, [&](Term part) {
        bool remainder = part.op() == Op::Rem && part.arg(1).is_constant();
        if (remainder && part.arg(1).value() >= 2 && part.arg(1).value() <= largest_modulus)
          moduli.insert(part.arg(1).value());
      });
    };
    for (const Step& s : loop_.steps)
      for (Term t : s.effect.conditions)
        look(t);
    for (Term t : hints_.exits)
      look(t);
    for (Integer d : distances_)
      if (d <= largest_modulus) moduli.insert(d);
    for (VarId v : loop_.relevant) {
      Term var = effects_.variable(v);
      if (!var.type().is_integer()) continue;
      for (Integer m : moduli) {
        Term rest = terms_.binary(Op::Rem, var, terms_.constant(var.type(), m));
        for (Integer r = 0; r < m; ++r)
          add(terms_.ne(rest, terms_.constant(var.type(), r)));
      }
    }
    add_distances_from_entry(moduli);
    add_phases();
  }

  /// What holds only behind a guard: a loop may have a second phase.
  void add_phases() {
    std::vector<Term> guards;
    for (const Step& s : loop_.steps)
      for (Term t : s.effect.conditions)
        for (Term atom : domain::atoms_of(terms_, t))
          if (over(loop_.relevant, atom) && guards.size() < most_guards
              && std::ranges::find(guards, atom) == guards.end())
            guards.push_back(atom);
    std::vector<Term> simple = found_;
    for (Term rest : simple) {
      bool congruence = false;
      for_each_subterm(rest, [&](Term part) { congruence |= part.op() == Op::Rem; });
      if (!congruence || found_.size() >= most_candidates) continue;
      for (Term guard : guards)
        for (Term phase : {guard, terms_.negate(guard)})
          found_.push_back(terms_.disj(phase, rest));
    }
  }

  /// A variable that goes in steps of one size keeps its remainder.
  void add_distances_from_entry(const std::set<Integer>& moduli) {
    for (Term t : hints_.entry) {
      if (t.op() != Op::Eq || !t.arg(0).type().is_integer()) continue;
      Term distance = terms_.binary(Op::Sub, t.arg(0), t.arg(1));
      for (Integer m : moduli)
        add(terms_.eq(terms_.binary(Op::Rem, distance, terms_.constant(distance.type(), m)),
                      terms_.constant(distance.type(), 0)));
    }
  }

  const Loop& loop_;
  const RegionHints& hints_;
  Effects& effects_;
  TermManager& terms_;
  std::vector<Integer> distances_;
  std::unordered_set<Term> seen_;
  std::vector<Term> found_;
};

/// Drops the atoms that a model refutes, until there is none. `shown` are the atoms as the model sees them.
bool drop_refuted(Theorems& theorems,
                  const std::vector<Term>& known,
                  const std::function<Term(Term)>& shown,
                  std::vector<Term>& atoms) {
  TermManager& terms = theorems.effects().terms();
  smt::Session& session = theorems.session();
  while (!atoms.empty()) {
    std::vector<Term> all = known;
    std::vector<Term> refuted;
    for (Term a : atoms)
      refuted.push_back(terms.negate(shown(a)));
    all.push_back(terms.disj(refuted));
    smt::Answer answer = session.check(all);
    if (answer == smt::Answer::Unsat) return true;
    if (answer == smt::Answer::Unknown) return false;
    std::vector<Term> kept;
    for (Term a : atoms)
      if (session.value(shown(a)).value_or(0) != 0) kept.push_back(a);
    if (kept.size() == atoms.size()) return false;
    atoms = std::move(kept);
  }
  return true;
}

} // namespace

bool over(const std::set<VarId>& variables, Term formula) {
  return std::ranges::all_of(variables_of(formula), [&](VarId v) { return variables.contains(v); });
}

std::vector<Term> region_candidates(const Loop& loop, const RegionHints& hints, Effects& effects) {
  return Collector(loop, hints, effects).run();
}

bool find_region(const Loop& loop,
                 const std::vector<Term>& candidates,
                 Theorems& theorems,
                 Claim& claim) {
  const ir::Program& program = theorems.effects().program();
  claim.region.assign(loop.site.places.size(), candidates);
  auto as_it_is = [](Term t) { return t; };
  if (!drop_refuted(theorems, claim.entry, as_it_is, claim.region[claim.entry_place])) return false;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Step& s : loop.steps) {
      std::vector<Term> known = claim.region[s.from];
      for (Term t : together(s.effect))
        known.push_back(t);
      std::vector<Term>& there = claim.region[s.to];
      std::size_t before = there.size();
      auto behind = [&](Term t) { return s.effect.after.apply(program, t); };
      if (!drop_refuted(theorems, known, behind, there)) return false;
      changed |= there.size() != before;
    }
  }
  return true;
}

} // namespace kleene::engine::leap
