// SPDX-License-Identifier: Apache-2.0
#include "inductive_questions.h"

#include <fmt/core.h>

#include <algorithm>

#include "meaning.h"
#include "questions.h"

namespace kleene::evidence {

using ir::LocId;
using ir::ProcId;

CutShape::CutShape(const ir::Procedure& procedure, std::vector<bool> stated)
    : stated_(std::move(stated)), number_(procedure.locations.size()) {
  // Depth first over the edges that lead to unstated locations, with an explicit stack; numbers are
  // given on the way back, greatest first.
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<std::vector<std::size_t>> outgoing = procedure.outgoing();
  std::vector<Mark> marks(procedure.locations.size(), Mark::New);
  auto next_number = static_cast<std::uint32_t>(procedure.locations.size());
  std::vector<std::pair<std::size_t, std::size_t>> stack;
  for (std::size_t root = 0; root < marks.size(); ++root) {
    if (marks[root] != Mark::New) continue;
    marks[root] = Mark::Open;
    stack.emplace_back(root, 0);
    while (!stack.empty()) {
      auto& [at, next] = stack.back();
      if (next == outgoing[at].size()) {
        marks[at] = Mark::Done;
        number_[at] = --next_number;
        stack.pop_back();
        continue;
      }
      const ir::Edge& edge = procedure.edges[outgoing[at][next++]];
      std::size_t to = edge.to.index();
      if (stated_[to]) continue;
      if (marks[to] == Mark::Open)
        throw NotCheckable(fmt::format("nothing is stated on a loop of {}", procedure.name));
      if (marks[to] != Mark::New) continue;
      marks[to] = Mark::Open;
      stack.emplace_back(to, 0);
    }
  }
}

namespace {

/// The variables whose values a conjunction says.
std::map<VarId, Term> fixed_by(Term formula) {
  std::map<VarId, Term> result;
  if (formula.null()) return result;
  for (Term t : formula.op() == Op::And ? formula.args() : std::vector<Term>{formula}) {
    if (t.op() != Op::Eq) continue;
    for (std::size_t side : {0, 1})
      if (t.arg(side).is_variable() && t.arg(1 - side).is_constant())
        result.emplace(t.arg(side).variable(), t.arg(1 - side));
  }
  return result;
}

class Questions {
public:
  Questions(const Problem& problem, const InductiveProof& proof, const Ranks* ranks, Budget& budget)
      : problem_(problem),
        program_(problem.program),
        proof_(proof),
        ranks_(ranks),
        budget_(budget),
        effects_(problem.program),
        use_(ir::address_use(problem.program)) {}

  QuestionList run() {
    start();
    for (std::size_t f = 0; f < program_.procedures.size(); ++f)
      if (called(ProcId(f))) procedure(ProcId(f));
    return std::move(questions_);
  }

private:
  friend class Segments;

  bool called(ProcId f) const { return !proof_.procedures[f.index()].invariants.empty(); }
  bool stated(ProcId f, LocId l) const {
    return !proof_.sparse || !proof_.procedures[f.index()].invariants[l.index()].null();
  }
  /// Of a stated location.
  Term invariant(ProcId f, LocId l) const {
    Term t = proof_.procedures[f.index()].invariants[l.index()];
    return t.null() ? program_.terms->truth(false) : t;
  }
  Term summary(ProcId f) const {
    Term t = proof_.procedures[f.index()].summary;
    return t.null() ? program_.terms->truth(proof_.sparse) : t;
  }
  /// Is the summary of the procedure ever used?
  bool returns_to_someone(ProcId f) const { return effects_.called[f.index()]; }
  bool is_local(ProcId f, VarId v) const { return program_.variable(v).owner == f; }
  bool is_parameter(ProcId f, VarId v) const {
    const std::vector<VarId>& p = program_.procedure(f).parameters;
    return std::ranges::find(p, v) != p.end();
  }

  /// Of a stated location; empty if ranks do not matter.
  std::vector<Term> rank(ProcId f, LocId l) const {
    return ranks_ == nullptr ? std::vector<Term>{} : (*ranks_)[f.index()][l.index()];
  }

  void start();
  void procedure(ProcId f);
  void first_segments(ProcId f, const CutShape& shape, Term assumption);
  void next_segments(ProcId f, LocId l, const CutShape& shape, Term assumption);
  void exit(ProcId f);
  void target(ProcId f, LocId l);
  bool speaks_of_parameters(Term formula) const {
    return std::ranges::any_of(variables_of(formula),
                               [&](VarId v) { return v >= parameter(program_, 0); });
  }
  std::vector<Term> cases(Term formula) const;
  std::string place(ProcId f, LocId l) const {
    const ir::Procedure& p = program_.procedure(f);
    for (const ir::Edge& e : p.edges)
      if (e.from == l && e.range.known())
        return fmt::format("{} {}", p.name, program_.files.describe(e.range));
    return fmt::format("location {} of {}", l.index(), p.name);
  }

  const Problem& problem_;
  const ir::Program& program_;
  const InductiveProof& proof_;
  const Ranks* ranks_;
  Budget& budget_;
  CallEffects effects_;
  ir::AddressUse use_;
  QuestionList questions_;
};

/// Goes through one activation from a stated location (or the entry), `k` stated locations far.
class Segments : public UnfoldingClient {
public:
  /// `base`: from the entry, where everything on the way has to be shown; otherwise only what comes
  /// behind the last but one stated location, and the rest may be assumed.
  Segments(const Questions& questions,
           ProcId f,
           const CutShape& shape,
           Transitions& transitions,
           std::function<Term(VarId)> entry,
           bool base)
      : q_(questions),
        f_(f),
        shape_(shape),
        transitions_(transitions),
        formula_(transitions.formula()),
        terms_(formula_.terms()),
        obligations_(formula_),
        meaning_(formula_, questions.program_, questions.proof_, f),
        entry_(std::move(entry)),
        base_(base) {}

  bool arrive(const UnfoldedPoint& place, Moment& now) override {
    LocId l = place.location;
    bool is_stated = shape_.stated(l);
    std::uint32_t level = place.key[0];
    bool show = base_ || level + (is_stated ? 0U : 1U) == q_.proof_.k;
    const ir::Procedure& p = q_.program_.procedure(f_);
    if (!is_stated && counts(l)) {
      if (show) obligations_.exclude("target in " + q_.place(f_, l), now.guard);
      return false;
    }
    if (!is_stated && l == p.exit && q_.returns_to_someone(f_) && show)
      exclude("exit of " + p.name, now, q_.summary(f_));
    if (!is_stated) return true;
    Term invariant = q_.invariant(f_, l);
    if (show) exclude("arrival at " + q_.place(f_, l), now, invariant);
    descend("rank at " + q_.place(f_, l), now.guard, ranks_at(f_, l, valuation(now.state)));
    if (level >= q_.proof_.k) return false;
    now.guard = formula_.named("at", terms_.conj(now.guard, known(invariant, now.state)));
    return !counts(l);
  }

  std::optional<Moment> call(const UnfoldedPoint& place,
                             const ir::Edge& edge,
                             const ir::Call& call,
                             const Moment& now) override {
    const ir::Procedure& callee = q_.program_.procedure(call.callee);
    bool show = base_ || place.key[0] + 1 == q_.proof_.k;
    std::string title =
        fmt::format("call of {} at {}", callee.name, q_.program_.files.describe(edge.range));
    if (!q_.called(call.callee)) {
      if (show) obligations_.exclude(title, now.guard);
      return std::nullopt;
    }
    std::map<VarId, Term> arguments;
    for (std::size_t i = 0; i < callee.parameters.size(); ++i)
      arguments[callee.parameters[i]] =
          formula_.named("argument", transitions_.evaluate(call.arguments[i], now.state));
    if (show && q_.stated(call.callee, callee.entry)) enter(title, call.callee, arguments, now);
    return step_over(call, arguments, now);
  }

  void before(const UnfoldedPoint& place, const ir::Edge& edge, const Moment& now) override {
    if (!q_.problem_.events().overflows) return;
    if (!base_ && place.key[0] + 1 != q_.proof_.k) return;
    for (Term overflow : transitions_.overflows(edge.statement, now.state))
      obligations_.exclude("overflow at " + q_.program_.files.describe(edge.range),
                           terms_.conj(now.guard, overflow));
  }

  /// The ranks of the state that it begins with: what comes next has to be lower.
  void begin(LocId l, const FormulaState& state) { before_ = ranks_at(f_, l, valuation(state)); }

  /// What is known where the formula holds.
  Term known(Term formula, const FormulaState& state) {
    return meaning_.known(formula, valuation(state));
  }
  void exclude(const std::string& title, const Moment& now, Term goal) {
    Term holds = meaning_.shown(goal, valuation(now.state));
    obligations_.exclude(title, terms_.conj(now.guard, terms_.negate(holds)));
  }
  const Obligations& obligations() const { return obligations_; }

private:
  Valuation valuation(const FormulaState& state) {
    return {[this, &state](VarId v) { return transitions_.value(state, v); }, entry_};
  }
  std::vector<Term> ranks_at(ProcId f, LocId l, const Valuation& values) {
    std::vector<Term> result;
    for (Term t : q_.rank(f, l))
      result.push_back(formula_.named("rank", meaning_.value(t, values)));
    return result;
  }
  /// The first component that differs is less, and was not negative.
  void descend(const std::string& title, Term guard, const std::vector<Term>& now) {
    if (q_.ranks_ == nullptr) return;
    Term lower = terms_.truth(false);
    for (std::size_t i = now.size(); i-- > 0;) {
      Term least = terms_.constant(now[i].type(), 0);
      lower = terms_.disj(terms_.conj(terms_.le(least, before_[i]), terms_.lt(now[i], before_[i])),
                          terms_.conj(terms_.eq(now[i], before_[i]), lower));
    }
    obligations_.exclude(title, terms_.conj(guard, terms_.negate(lower)));
  }

  bool counts(LocId l) const {
    return q_.problem_.is_target(q_.program_.procedure(f_).locations[l.index()]);
  }

  void enter(const std::string& title,
             ProcId callee,
             const std::map<VarId, Term>& arguments,
             const Moment& now) {
    std::map<VarId, Term> locals;
    auto value = [&](VarId v) {
      if (auto found = arguments.find(v); found != arguments.end()) return found->second;
      if (!q_.program_.variable(v).owner.valid()) return transitions_.value(now.state, v);
      auto [local, is_new] = locals.try_emplace(v);
      if (is_new) local->second = transitions_.any(v);
      return local->second;
    };
    LocId entry = q_.program_.procedure(callee).entry;
    Term holds_there = meaning_.shown(q_.invariant(callee, entry), {value, value});
    obligations_.exclude(title, terms_.conj(now.guard, terms_.negate(holds_there)));
    descend("rank at the " + title, now.guard, ranks_at(callee, entry, {value, value}));
  }

  /// After the call: what it may write, and its results, are what the summary allows.
  std::optional<Moment>
  step_over(const ir::Call& call, const std::map<VarId, Term>& arguments, const Moment& now) {
    Term summary = q_.summary(call.callee);
    if (summary.is_false()) return std::nullopt;
    const ir::Procedure& callee = q_.program_.procedure(call.callee);
    auto computed = [&](VarId v) {
      const ir::Variable& variable = q_.program_.variable(v);
      return formula_.fresh(variable.name, variable.type, variable.cell, Formula::Range::Computed);
    };
    Moment after = now;
    for (VarId v : q_.effects_.written[call.callee.index()])
      after.state.values[v.index()] = computed(v);
    std::map<VarId, Term> returns;
    for (VarId v : callee.returns)
      returns[v] = computed(v);
    auto current = [&](VarId v) {
      auto found = returns.find(v);
      return found != returns.end() ? found->second : transitions_.value(after.state, v);
    };
    auto at_entry = [&](VarId v) {
      auto found = arguments.find(v);
      return found != arguments.end() ? found->second : transitions_.value(now.state, v);
    };
    Term returned = meaning_.known(summary, {current, at_entry}, valuation(now.state));
    after.guard = formula_.named("at", terms_.conj(now.guard, returned));
    for (std::size_t i = 0; i < call.results.size(); ++i)
      after.state.values[call.results[i].index()] = returns.at(callee.returns[i]);
    if (q_.effects_.frees[call.callee.index()])
      std::erase_if(after.state.objects, [](const auto& o) { return o.second.heap; });
    return after;
  }

  const Questions& q_;
  ProcId f_;
  const CutShape& shape_;
  Transitions& transitions_;
  Formula& formula_;
  TermManager& terms_;
  Obligations obligations_;
  Meaning meaning_;
  std::function<Term(VarId)> entry_;
  bool base_;
  std::vector<Term> before_; ///< ranks
};

/// The initial states satisfy the invariant at the start.
void Questions::start() {
  ProcId f = program_.entry;
  LocId entry = program_.procedure(f).entry;
  if (!called(f)) throw NotCheckable("the proof says that the program is never started");
  if (!stated(f, entry)) return;
  Formula formula(problem_, use_);
  Transitions transitions(problem_, formula, [](VarId) { return true; });
  FormulaState state = transitions.initial_state();
  auto value = [&](VarId v) { return transitions.value(state, v); };
  Term holds = Meaning(formula, program_, proof_, f).shown(invariant(f, entry), {value, value});
  Obligations obligations(formula);
  obligations.exclude("start", formula.terms().negate(holds));
  obligations.ask(questions_);
}

void Questions::procedure(ProcId f) {
  const ir::Procedure& p = program_.procedure(f);
  std::vector<bool> flags;
  for (std::size_t l = 0; l < p.locations.size(); ++l)
    flags.push_back(stated(f, LocId(l)));
  CutShape shape(p, flags);
  bool at_entry = flags[p.entry.index()];
  for (Term one : at_entry ? cases(invariant(f, p.entry)) : std::vector<Term>{Term()})
    first_segments(f, shape, one);
  bool entry_again =
      std::ranges::any_of(p.edges, [&](const ir::Edge& e) { return e.to == p.entry; });
  for (std::size_t l = 0; l < p.locations.size(); ++l) {
    if (!flags[l] || invariant(f, LocId(l)).is_false()) continue;
    if (LocId(l) != p.entry || entry_again)
      for (Term one : cases(invariant(f, LocId(l))))
        next_segments(f, LocId(l), shape, one);
    if (problem_.is_target(p.locations[l])) target(f, LocId(l));
  }
  if (flags[p.exit.index()] && returns_to_someone(f)) exit(f);
}

/// From the entry, where the values are those at the entry and satisfy the assumption, if there is one.
/// The start of the program is known exactly, unless it is called as well.
void Questions::first_segments(ProcId f, const CutShape& shape, Term assumption) {
  const ir::Procedure& p = program_.procedure(f);
  bool is_start = f == program_.entry && !effects_.called[f.index()] && !stated(f, p.entry);
  Formula formula(problem_, use_);
  Transitions transitions(problem_, formula, [&](VarId v) {
    return is_start || (is_local(f, v) && !is_parameter(f, v));
  });
  FormulaState state = is_start ? transitions.initial_state() : transitions.beginning();
  for (const auto& [variable, value] : fixed_by(assumption))
    if (variable.index() < program_.variables.size()) state.values[variable.index()] = value;
  FormulaState first = state;
  Segments segments(
      *this, f, shape, transitions, [&](VarId v) { return transitions.value(first, v); }, true);
  Term guard = formula.terms().truth(true);
  if (!assumption.null()) guard = formula.named("at", segments.known(assumption, state));
  segments.begin(p.entry, state);
  UnfoldedPoint start = shape.place(p.entry, 0);
  Moment now{guard, std::move(state)};
  if (!stated(f, p.entry)) {
    if (!segments.arrive(start, now)) {
      segments.obligations().ask(questions_);
      return;
    }
  }
  unfold(transitions, p, start, std::move(now), shape, segments, budget_);
  segments.obligations().ask(questions_);
}

void Questions::next_segments(ProcId f, LocId l, const CutShape& shape, Term assumption) {
  Formula formula(problem_, use_);
  Transitions transitions(problem_, formula, [](VarId) { return false; });
  FormulaState state = transitions.beginning();
  std::map<VarId, Term> fixed = fixed_by(assumption);
  for (const auto& [variable, value] : fixed)
    if (variable.index() < program_.variables.size()) state.values[variable.index()] = value;
  auto entry = [&](VarId v) {
    auto known = fixed.find(entry_copy(program_, v));
    return known != fixed.end() ? known->second : transitions.entry_value(v);
  };
  Segments segments(*this, f, shape, transitions, entry, false);
  Term guard = formula.named("at", segments.known(assumption, state));
  segments.begin(l, state);
  unfold(transitions,
         program_.procedure(f),
         shape.place(l, 0),
         {guard, std::move(state)},
         shape,
         segments,
         budget_);
  segments.obligations().ask(questions_);
}

/// A stated exit implies the summary.
void Questions::exit(ProcId f) {
  LocId l = program_.procedure(f).exit;
  for (Term one : cases(invariant(f, l))) {
    Formula formula(problem_, use_);
    Transitions transitions(problem_, formula, [](VarId) { return false; });
    FormulaState state = transitions.beginning();
    auto entry = [&](VarId v) { return transitions.entry_value(v); };
    auto current = [&](VarId v) { return transitions.value(state, v); };
    Meaning meaning(formula, program_, proof_, f);
    Term before = meaning.known(one, {current, entry});
    Term after = meaning.shown(summary(f), {current, entry});
    Obligations obligations(formula);
    obligations.exclude("exit of " + program_.procedure(f).name,
                        formula.terms().conj(before, formula.terms().negate(after)));
    obligations.ask(questions_);
  }
}

/// A stated target has no state.
void Questions::target(ProcId f, LocId l) {
  Formula formula(problem_, use_);
  Transitions transitions(problem_, formula, [](VarId) { return false; });
  FormulaState state = transitions.beginning();
  Term here = Meaning(formula, program_, proof_, f)
                  .known(invariant(f, l),
                         {[&](VarId v) { return transitions.value(state, v); },
                          [&](VarId v) { return transitions.entry_value(v); }});
  Obligations obligations(formula);
  obligations.exclude("target in " + place(f, l), here);
  obligations.ask(questions_);
}

/// Formulas that together cover one: a disjunction is taken case by case if it is long, or if values of
/// variables are known in each case, because solvers are much faster on many small questions than on
/// one with many cases. With parameters, each value may have its own case.
std::vector<Term> Questions::cases(Term formula) const {
  constexpr std::size_t many = 16;
  if (formula.op() != Op::Or || speaks_of_parameters(formula)) return {formula};
  std::vector<Term> args = formula.args();
  bool split =
      args.size() > many || std::ranges::none_of(args, [](Term t) { return fixed_by(t).empty(); });
  return split ? args : std::vector<Term>{formula};
}

} // namespace

QuestionList inductive_questions(const Problem& problem,
                                 const InductiveProof& proof,
                                 const Ranks* ranks,
                                 Budget& budget) {
  return Questions(problem, proof, ranks, budget).run();
}

} // namespace kleene::evidence
