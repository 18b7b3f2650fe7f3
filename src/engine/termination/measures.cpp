// SPDX-License-Identifier: Apache-2.0
#include "measures.h"

#include "kleene/evidence/inductive.h"
#include "kleene/logic/variable_space.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "guesses.h"

namespace kleene::engine::termination {
namespace {

constexpr std::size_t most_measures = 400;
constexpr std::size_t most_leaves = 12;
constexpr std::size_t most_in_sums = 8;
constexpr std::size_t most_flags = 6;
constexpr std::size_t most_conditions = 8;
constexpr std::size_t most_by_flags = 5;
constexpr std::size_t most_in_extremes = 4;

void add_new(std::vector<Term>& list, Term t) {
  if (!t.null() && std::ranges::find(list, t) == list.end()) list.push_back(t);
}

} // namespace

Vocabulary::Vocabulary(const evidence::Problem& problem,
                       const System& system,
                       const Numbers& places,
                       const Numbers& steps)
    : problem_(problem),
      program_(problem.program),
      terms_(*program_.terms),
      system_(system),
      places_(places),
      steps_(steps) {
  recursion_ = std::ranges::any_of(steps, [&](std::size_t s) { return system.steps[s].enters; });
}

Term Vocabulary::wide(Term t) const {
  switch (t.op()) {
  case Op::Add:
  case Op::Sub:
    return terms_.binary(t.op(), wide(t.arg(0)), wide(t.arg(1)));
  case Op::Neg:
    return terms_.unary(Op::Neg, wide(t.arg(0)));
  default: // an unbounded integer among machine integers stays what it is
    return t.type().is_math() ? t : widened(terms_, problem_.integers, t);
  }
}

Term Vocabulary::plain(Term t) const {
  if (!t.type().is_machine()) return t;
  return terms_.cast(Type::machine(t.type().width(), false), t);
}

bool Vocabulary::is_state(Term t) const {
  const VariableSpace space(program_.variables.size());
  return std::ranges::all_of(variables_of(t),
                             [&](VarId v) { return space.variable(v).has_value(); });
}

Term Vocabulary::in_words(ir::ProcId f, Term t) const {
  if (!is_state(t)) return {};
  bool asks = false;
  for_each_subterm(t, [&](Term s) {
    asks |= s.op() == Op::Valid || s.op() == Op::Writable || s.op() == Op::Freeable
            || s.op() == Op::SizeOf || s.type().kind() == TypeKind::Allocation;
  });
  if (asks) return {};
  if (!recursion_) return t;
  const ir::Procedure& p = program_.procedure(f);
  Substitution entry(terms_);
  for (VarId v : variables_of(t)) {
    if (v.index() >= program_.variables.size()) continue;
    bool lasts = !program_.variable(v).owner.valid()
                 || std::ranges::find(p.parameters, v) != p.parameters.end();
    if (!lasts) return {};
    entry.add(v, terms_.variable(evidence::entry_copy(program_, v), program_.variable(v).type));
  }
  return entry(t);
}

void Vocabulary::note_leaves(Term t, std::vector<Term>& leaves) const {
  switch (t.op()) {
  case Op::Add:
  case Op::Sub:
  case Op::PtrAdd:
  case Op::Neg:
  case Op::Cast:
    for (Term part : t.args())
      note_leaves(part, leaves);
    return;
  case Op::Mul:
    if (t.arg(0).is_constant()) return note_leaves(t.arg(1), leaves);
    if (t.arg(1).is_constant()) return note_leaves(t.arg(0), leaves);
    [[fallthrough]];
  default:
    if (t.type().is_integer() && !t.is_constant()) add_new(leaves, wide(t));
  }
}

void Vocabulary::note_comparison(ir::ProcId f, Term comparison, Words& words) const {
  Term t = in_words(f, comparison);
  if (t.null() || !t.arg(0).type().is_integer()) return;
  for (auto [a, b] : {std::pair(t.arg(0), t.arg(1)), std::pair(t.arg(1), t.arg(0))}) {
    bool is_zero = a.is_constant() && a.value() == 0;
    add_new(words.distances, is_zero ? wide(b) : terms_.binary(Op::Sub, wide(b), wide(a)));
    if (a.type().is_machine()) {
      Term distance = terms_.binary(Op::Sub, plain(b), plain(a));
      Type type =
          problem_.integers == IntegerModel::Math ? Type::integer() : Type::machine(64, false);
      add_new(words.circular, terms_.cast(type, distance));
    }
    note_leaves(a, words.leaves);
  }
}

/// Variables whose values at the places of a procedure matter to some step.
std::set<VarId> Vocabulary::read_by_steps(ir::ProcId f) const {
  std::set<VarId> result;
  auto note = [&](Term t) {
    for (VarId v : variables_of(t))
      result.insert(v);
  };
  for (std::size_t s : steps_) {
    const Step& step = system_.steps[s];
    if (system_.places[step.from].procedure != f) continue;
    note(step.condition);
    for (const auto& [v, value] : step.after.values())
      if (v.index() < program_.variables.size()
          && value != program_.terms->variable(v, value.type()))
        note(value);
  }
  return result;
}

/// Variables that a step changes.
void Vocabulary::note_changed(ir::ProcId f, Words& words) const {
  std::set<VarId> read = read_by_steps(f);
  Type plain_type =
      problem_.integers == IntegerModel::Math ? Type::integer() : Type::machine(64, false);
  for (std::size_t s : steps_) {
    const Step& step = system_.steps[s];
    if (system_.places[step.from].procedure != f) continue;
    for (const auto& [v, value] : step.after.values()) {
      if (v.index() >= program_.variables.size()) continue;
      const ir::Variable& variable = program_.variable(v);
      bool own = !variable.owner.valid() || variable.owner == f;
      Term t = terms_.variable(v, variable.type);
      if (!own || (!recursion_ && value == t)) continue;
      bool is_flag = variable.type.is_bool() && !recursion_ && read.contains(v);
      if (is_flag && words.flags.size() < most_flags) add_new(words.flags, t);
      if (!variable.type.is_integer()) continue;
      t = in_words(f, t);
      if (t.null()) continue;
      add_new(words.leaves, wide(t));
      if (!variable.type.is_machine() || variable.type.is_signed()) continue;
      Term room = terms_.binary(Op::Sub, terms_.constant(t.type(), max_value(t.type())), t);
      for (Term way : {t, terms_.unary(Op::Neg, t), room})
        add_new(words.circular, terms_.cast(plain_type, way));
    }
  }
}

/// What branches ask about constants: which of several states it is, or which of several phases.
void Vocabulary::note_conditions(ir::ProcId f, Words& words) const {
  if (recursion_) return;
  auto look_at = [&](Term t) {
    if (t.op() != Op::Lt && t.op() != Op::Le && t.op() != Op::Eq) return;
    bool asks = t.arg(0).type().is_integer() && (t.arg(0).is_constant() || t.arg(1).is_constant())
                && is_state(t);
    if (asks && words.flags.size() < most_conditions) add_new(words.flags, in_words(f, t));
  };
  for (std::size_t s : steps_) {
    const Step& step = system_.steps[s];
    if (system_.places[step.from].procedure != f) continue;
    for (const auto& [v, value] : step.after.values())
      for_each_subterm(value, look_at);
    for_each_subterm(step.condition, look_at);
  }
}

Vocabulary::Words Vocabulary::words_of(ir::ProcId f) const {
  Words words;
  std::unordered_set<Term> seen;
  for (std::size_t s : steps_) {
    const Step& step = system_.steps[s];
    if (system_.places[step.from].procedure != f) continue;
    for_each_subterm(step.condition, [&](Term t) {
      bool compares = t.op() == Op::Lt || t.op() == Op::Le || t.op() == Op::Eq;
      if (compares && seen.insert(t).second) note_comparison(f, t, words);
    });
  }
  note_changed(f, words);
  note_conditions(f, words);
  if (words.leaves.size() > most_leaves) words.leaves.resize(most_leaves);
  return words;
}

void Vocabulary::guess_by_flags(const Words& words, std::vector<Term>& guesses) const {
  Type small = problem_.integers == IntegerModel::Math ? Type::integer() : Type::machine(8, true);
  for (Term flag : words.flags)
    for (Term on : {flag, terms_.negate(flag)})
      add_new(guesses, terms_.ite(on, terms_.constant(small, 1), terms_.constant(small, 0)));
  for (Term flag : words.flags)
    for (const auto* list : {&words.distances, &words.leaves})
      for (std::size_t i = 0; i < std::min(list->size(), most_by_flags); ++i)
        for (Term on : {flag, terms_.negate(flag)})
          add_new(guesses, terms_.ite(on, (*list)[i], terms_.constant((*list)[i].type(), -1)));
}

void Vocabulary::guess_extremes(const Words& words, std::vector<Term>& guesses) const {
  std::size_t n = std::min(words.leaves.size(), most_in_extremes);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = i + 1; k < n; ++k) {
      Term a = words.leaves[i];
      Term b = words.leaves[k];
      if (a.type() != b.type()) continue;
      add_new(guesses, terms_.ite(terms_.lt(a, b), b, a));
      add_new(guesses, terms_.ite(terms_.lt(a, b), a, b));
    }
}

std::vector<Term> Vocabulary::guesses(const Words& words) const {
  std::vector<Term> result;
  for (Term t : words.distances)
    add_new(result, t);
  for (Term t : words.leaves) {
    add_new(result, t);
    add_new(result, terms_.unary(Op::Neg, t));
  }
  for (Term t : words.circular)
    add_new(result, t);
  for (Term t : words.leaves)
    add_new(result,
            terms_.ite(terms_.lt(t, terms_.constant(t.type(), 0)), terms_.unary(Op::Neg, t), t));
  for (std::size_t i = 0; i < std::min(words.distances.size(), most_in_sums); ++i)
    for (std::size_t k = i + 1; k < std::min(words.distances.size(), most_in_sums); ++k)
      if (words.distances[i].type() == words.distances[k].type())
        add_new(result, terms_.binary(Op::Add, words.distances[i], words.distances[k]));
  if (words.leaves.size() > 2) {
    Term sum = words.leaves.front();
    for (std::size_t i = 1; i < words.leaves.size(); ++i)
      if (words.leaves[i].type() == sum.type()) sum = terms_.binary(Op::Add, sum, words.leaves[i]);
    add_new(result, sum);
  }
  guess_extremes(words, result);
  guess_by_flags(words, result);
  return result;
}

std::vector<Measure> Vocabulary::measures() const {
  std::map<ir::ProcId, std::vector<Term>> by_procedure;
  for (std::size_t p : places_) {
    ir::ProcId f = system_.places[p].procedure;
    if (!by_procedure.contains(f)) by_procedure[f] = guesses(words_of(f));
  }
  std::vector<std::map<ir::ProcId, Term>> chosen{{}};
  for (const auto& [f, list] : by_procedure) {
    std::vector<std::map<ir::ProcId, Term>> extended;
    for (const auto& before : chosen)
      for (Term t : list) {
        if (!before.empty() && before.begin()->second.type() != t.type()) continue;
        if (extended.size() >= most_measures) break;
        extended.push_back(before);
        extended.back()[f] = t;
      }
    chosen = std::move(extended);
  }
  std::vector<Measure> result;
  for (const auto& choice : chosen) {
    Measure& measure = result.emplace_back();
    for (std::size_t p : places_)
      measure[p] = choice.at(system_.places[p].procedure);
  }
  return result;
}

std::vector<Term> Vocabulary::flags() const {
  return words_of(system_.places[places_.front()].procedure).flags;
}

std::map<std::size_t, std::vector<Term>> Vocabulary::features() const {
  std::map<ir::ProcId, std::vector<Term>> by_procedure;
  std::map<std::size_t, std::vector<Term>> result;
  for (std::size_t p : places_) {
    ir::ProcId f = system_.places[p].procedure;
    if (!by_procedure.contains(f)) {
      by_procedure[f] = words_of(f).leaves;
      std::erase_if(by_procedure[f],
                    [&](Term t) { return t.type() != wide_type(problem_.integers); });
    }
    result[p] = by_procedure[f];
  }
  return result;
}

} // namespace kleene::engine::termination
