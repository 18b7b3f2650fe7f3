// SPDX-License-Identifier: Apache-2.0
#include "counterexample.h"

#include <algorithm>
#include <unordered_set>

namespace kleene::engine::exact {
namespace {

constexpr std::size_t max_steps = 30'000;
constexpr std::size_t max_depth = 1 << 14;
constexpr std::size_t max_minimised = 40;
constexpr double seconds_per_path = 20;

/// Expands calls down to some depth.
class Flattener {
public:
  Flattener(const Forward& reached, std::size_t depth) : reached_(reached), depth_(depth) {}

  /// False if the path gets too long.
  bool run(const AbstractPath& path) { return add(path, 0); }

  FlatPath flat;
  bool opaque = false; ///< some call is not expanded

private:
  bool add(const AbstractPath& path, std::size_t depth) {
    for (const PathStep& step : path) {
      if (flat.size() > max_steps) return false;
      switch (step.kind) {
      case PathStep::Kind::Block:
        flat.push_back({FlatStep::Kind::Block, step.procedure, step.index, 0});
        break;
      case PathStep::Kind::Enter:
        flat.push_back({FlatStep::Kind::Enter, step.procedure, step.index, 0});
        break;
      case PathStep::Kind::Over:
        if (!over(step, depth)) return false;
        break;
      }
    }
    return true;
  }

  bool over(const PathStep& step, std::size_t depth) {
    if (depth >= depth_) {
      flat.push_back({FlatStep::Kind::Opaque, step.procedure, step.index, 0});
      return opaque = true;
    }
    std::size_t begin = flat.size();
    flat.push_back({FlatStep::Kind::Call, step.procedure, step.index, 0});
    if (!add(reached_.inside(step), depth + 1)) return false;
    flat[begin].partner = flat.size();
    flat.push_back({FlatStep::Kind::Return, step.procedure, step.index, begin});
    return true;
  }

  const Forward& reached_;
  std::size_t depth_;
};

/// The constraints that the session's core names, made smaller one by one if they are few. A constraint
/// that is false by itself is its own core, named or not.
std::vector<Constraint> core_of(smt::Session& session, const std::vector<Constraint>& constraints) {
  std::vector<Term> named = session.core();
  std::unordered_set<Term> wanted(named.begin(), named.end());
  std::vector<Constraint> core;
  for (const Constraint& c : constraints)
    if (wanted.erase(c.term) != 0) core.push_back(c);
  if (core.empty()) {
    for (const Constraint& c : constraints)
      if (session.check({c.term}) == smt::Answer::Unsat) return {c};
    core = constraints;
  }
  for (std::size_t i = core.size(); i-- > 0 && core.size() <= max_minimised;) {
    std::vector<Term> rest;
    for (std::size_t j = 0; j < core.size(); ++j)
      if (j != i) rest.push_back(core[j].term);
    if (session.check(rest) == smt::Answer::Unsat)
      core.erase(core.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return core;
}

Feasibility execution_of(smt::Session& session, const PathFormula& formula) {
  Feasible result;
  for (const PathFormula::Input& input : formula.inputs()) {
    std::optional<Integer> asked = session.value(input.when);
    std::optional<Integer> value = session.value(input.value);
    if (!asked || !value) return Undecided{"a counterexample has values too large to handle"};
    if (*asked == 0) continue;
    if (input.picks_edge) return Undecided{"a counterexample rests on a free choice of edges"};
    result.execution.inputs.push_back({*value, ir::InputKind::Value, input.type, input.origin, {}});
  }
  result.execution.steps = UINT64_MAX;
  return result;
}

} // namespace

std::unique_ptr<smt::Session>
session_for(const BlockProgram& program, IntegerModel model, double seconds, Budget& budget) {
  smt::SessionOptions options;
  options.integers = model;
  options.seconds_per_check = seconds;
  options.layout.cell = [&program](VarId v) { return program.cell(v); };
  options.layout.address = [&program](ObjectId id) {
    return static_cast<Integer>(program.program().object(id).address);
  };
  options.layout.pointer_width = program.program().pointer_width;
  return smt::z3_session(options, budget);
}

Feasibility examine(const Forward& reached,
                    const AbstractPath& path,
                    const BlockProgram& program,
                    IntegerModel model,
                    Budget& budget) {
  for (std::size_t depth = 0; depth <= max_depth; depth = depth == 0 ? 1 : 2 * depth) {
    Flattener flattener(reached, depth);
    if (!flattener.run(path)) break;
    PathFormula formula(program, flattener.flat);
    std::unique_ptr<smt::Session> session = session_for(program, model, seconds_per_path, budget);
    for (Term range : formula.ranges())
      session->assume(range);
    std::vector<Term> assumptions;
    for (const Constraint& c : formula.constraints())
      assumptions.push_back(c.term);
    switch (session->check(assumptions)) {
    case smt::Answer::Unsat:
      return Infeasible{flattener.flat, core_of(*session, formula.constraints())};
    case smt::Answer::Unknown:
      return Undecided{"the solver cannot decide whether a counterexample is possible"};
    case smt::Answer::Sat:
      if (!flattener.opaque) return execution_of(*session, formula);
    }
  }
  return Undecided{"a counterexample is too long to be examined"};
}

} // namespace kleene::engine::exact
