// SPDX-License-Identifier: Apache-2.0
#include "symbolic_run.h"

#include "kleene/ir/environment.h"
#include "kleene/smt/session.h"
#include "kleene/symbolic/step.h"

#include <unordered_set>

namespace kleene::engine::explicit_value {
namespace {

constexpr double seconds_per_path = 20;

class SymbolicRun {
public:
  SymbolicRun(const evidence::Problem& problem, const std::vector<PathStep>& path)
      : program_(problem.program),
        terms_(*problem.program.terms),
        fresh_(terms_, symbolic::first_fresh(problem.program)) {
    for (VarId g : program_.globals)
      if (const auto& initial = program_.variable(g).initial) state_.set(g, *initial);
    const ir::Procedure& entry = program_.procedure(program_.entry);
    for (const auto* own : {&entry.returns, &entry.locals})
      for (VarId v : *own)
        unset_.push_back(state_.value(program_, v));
    for (const PathStep& step : path)
      take(step);
  }

  void overflow(const ir::Edge& edge) {
    conditions.push_back(symbolic::step(program_, state_, edge.statement, fresh_).overflow);
  }

  /// Every value that nobody can choose is zero, as the interpreter has it.
  std::vector<Term> unknown_is_zero() const {
    std::vector<Term> result;
    auto add = [&](Term t) {
      if (t.type().is_bool()) result.push_back(terms_.negate(t));
      if (t.type().is_integer()) result.push_back(terms_.eq(t, terms_.constant(t.type(), 0)));
    };
    for (const symbolic::FreshValue& value : values)
      if ((value.choice == ir::Choice::Unknown && !value.new_object && !value.heap_offset)
          || value.origin == ir::more_arguments)
        add(value.variable);
    for (Term t : unset_)
      add(t);
    return result;
  }

  std::vector<Term> conditions; ///< of each step
  std::vector<symbolic::FreshValue> values;

private:
  void take(const PathStep& step) {
    switch (step.kind) {
    case PathStep::Kind::Step:
      return statement(step.edge->statement);
    case PathStep::Kind::Enter:
      return enter(std::get<ir::Call>(step.edge->statement));
    case PathStep::Kind::Return:
      return leave(std::get<ir::Call>(step.edge->statement));
    }
  }

  void statement(const ir::Statement& statement) {
    symbolic::Step made = symbolic::step(program_, state_, statement, fresh_);
    conditions.push_back(made.condition);
    values.insert(values.end(), made.fresh.begin(), made.fresh.end());
    state_ = std::move(made.after);
  }

  /// The variables of the callee begin anew; what they are in an activation of the caller is kept.
  void enter(const ir::Call& call) {
    conditions.push_back(terms_.truth(true));
    symbolic::State arguments = symbolic::call_arguments(program_, state_, call);
    const ir::Procedure& callee = program_.procedure(call.callee);
    Saved saved;
    for (const auto* own : {&callee.parameters, &callee.returns, &callee.locals})
      for (VarId v : *own) {
        saved.emplace_back(v, state_.value(program_, v));
        unset_.push_back(fresh_(program_.variable(v).type));
        state_.set(v, unset_.back());
      }
    for (VarId v : callee.parameters)
      state_.set(v, arguments.value(program_, v));
    saved_.push_back(std::move(saved));
  }

  void leave(const ir::Call& call) {
    conditions.push_back(terms_.truth(true));
    std::vector<Term> results;
    for (VarId v : program_.procedure(call.callee).returns)
      results.push_back(state_.value(program_, v));
    for (const auto& [v, value] : saved_.back())
      state_.set(v, value);
    saved_.pop_back();
    for (std::size_t i = 0; i < call.results.size(); ++i)
      state_.set(call.results[i], results[i]);
  }

  using Saved = std::vector<std::pair<VarId, Term>>;
  const ir::Program& program_;
  TermManager& terms_;
  FreshVariables fresh_;
  symbolic::State state_;
  std::vector<Saved> saved_;
  std::vector<Term> unset_; ///< what variables are when they come to life
};

Feasibility execution_of(smt::Session& session, const SymbolicRun& run) {
  evidence::Execution result;
  evidence::HeapWriter heap;
  for (const symbolic::FreshValue& value : run.values) {
    if (value.new_object) heap.object();
    if (value.heap_offset)
      heap.part(
          *value.heap_offset, value.variable.type(), session.value(value.variable).value_or(0));
    if (value.choice != ir::Choice::Input) continue;
    if (value.picks_edge) return Unknown{"a violation depends on a nondeterministic branch"};
    std::optional<Integer> chosen = session.value(value.variable);
    if (!chosen) return Unknown{"a violation needs values too large to handle"};
    result.inputs.push_back(
        {*chosen, ir::InputKind::Value, value.variable.type(), value.origin, {}});
  }
  result.steps = UINT64_MAX;
  result.heap = heap.contents();
  return result;
}

} // namespace

Feasibility feasibility(const evidence::Problem& problem,
                        const std::vector<PathStep>& path,
                        const ir::Edge* overflows,
                        Budget& budget) {
  SymbolicRun run(problem, path);
  if (overflows) run.overflow(*overflows);
  smt::SessionOptions options;
  options.integers = problem.integers;
  options.seconds_per_check = seconds_per_path;
  options.layout.cell = [&](VarId v) {
    return v.index() < problem.program.variables.size() ? problem.program.variable(v).cell
                                                        : std::nullopt;
  };
  options.layout.address = [&](ObjectId id) {
    return static_cast<Integer>(problem.program.object(id).address);
  };
  options.layout.pointer_width = problem.program.pointer_width;
  std::unique_ptr<smt::Session> session = smt::z3_session(options, budget);
  for (const symbolic::FreshValue& value : run.values)
    if (Type type = value.variable.type(); type.is_machine()) {
      TermManager& terms = *problem.program.terms;
      session->assume(terms.le(terms.constant(type, min_value(type)), value.variable));
      session->assume(terms.le(value.variable, terms.constant(type, max_value(type))));
    }
  switch (session->check(run.conditions)) {
  case smt::Answer::Sat: {
    std::vector<Term> with_zeros = run.unknown_is_zero();
    with_zeros.insert(with_zeros.end(), run.conditions.begin(), run.conditions.end());
    if (session->check(with_zeros) != smt::Answer::Sat) session->check(run.conditions);
    return execution_of(*session, run);
  }
  case smt::Answer::Unknown:
    return Unknown{"the solver cannot decide whether a path to a violation is possible"};
  case smt::Answer::Unsat:
    break;
  }
  std::vector<Term> core = session->core();
  std::unordered_set<Term> named(core.begin(), core.end());
  Infeasible result;
  for (std::size_t i = 0; i < run.conditions.size(); ++i)
    if (named.contains(run.conditions[i]) || run.conditions[i].is_false())
      result.steps.push_back(i);
  return result;
}

} // namespace kleene::engine::explicit_value
