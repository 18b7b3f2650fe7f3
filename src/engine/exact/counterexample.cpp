// SPDX-License-Identifier: Apache-2.0
#include "counterexample.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

namespace kleene::engine::exact {
namespace {

constexpr std::size_t max_steps = 1'000'000;
constexpr std::size_t max_conditions = 30'000; ///< that are not constants
constexpr std::size_t max_depth = 1 << 14;
constexpr std::size_t max_minimised = 40;
constexpr double seconds_per_path = 10;

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
    if (!add(inside(step), depth + 1)) return false;
    flat[begin].partner = flat.size();
    flat.push_back({FlatStep::Kind::Return, step.procedure, step.index, begin});
    return true;
  }

  /// The same state at the exit comes about in the same way.
  const AbstractPath& inside(const PathStep& step) {
    auto [entry, is_new] =
        inside_.try_emplace({step.procedure.index(), step.index, step.exit.id(), step.moment});
    if (is_new) entry->second = reached_.inside(step);
    return entry->second;
  }

  const Forward& reached_;
  std::size_t depth_;
  std::map<std::array<std::size_t, 4>, AbstractPath> inside_;
};

/// A condition that is false whatever happens.
std::vector<Constraint> false_by_itself(const PathFormula& formula) {
  for (const Constraint& c : formula.constraints())
    if (c.term.is_false()) return {c};
  return {};
}

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

/// Inputs that satisfy as many of the first constraints as possible; none if the path has none.
std::vector<Integer> beginning_of(smt::Session& session, const PathFormula& formula) {
  if (formula.inputs().empty()) return {};
  std::vector<Term> all;
  for (const Constraint& c : formula.constraints())
    all.push_back(c.term);
  std::vector<Integer> best;
  std::size_t low = 0;
  std::size_t high = all.size();
  while (low < high) {
    std::size_t middle = (low + high) / 2;
    if (session.check(std::span(all).first(middle)) != smt::Answer::Sat) {
      high = middle;
      continue;
    }
    best.clear();
    for (const PathFormula::Input& input : formula.inputs())
      if (session.value(input.when).value_or(0) != 0)
        best.push_back(session.value(input.value).value_or(0));
    low = middle + 1;
  }
  return best;
}

Feasibility execution_of(smt::Session& session, const PathFormula& formula) {
  Feasible result;
  for (const PathFormula::Input& input : formula.inputs()) {
    std::optional<Integer> asked = session.value(input.when);
    std::optional<Integer> value = session.value(input.value);
    if (!asked || !value) return Undecided{"a counterexample has values too large to handle", {}};
    if (*asked == 0) continue;
    if (input.picks_edge)
      return Undecided{"a counterexample depends on a nondeterministic branch", {}};
    result.execution.inputs.push_back({*value, ir::InputKind::Value, input.type, input.origin, {}});
  }
  evidence::HeapWriter heap;
  for (const PathFormula::HeapPart& part : formula.heap()) {
    if (session.value(part.when).value_or(0) == 0) continue;
    if (part.offset)
      heap.part(*part.offset, part.value.type(), session.value(part.value).value_or(0));
    else
      heap.object();
  }
  result.execution.heap = heap.contents();
  result.execution.steps = UINT64_MAX;
  return result;
}

} // namespace

smt::Layout layout_of(const BlockProgram& program) {
  smt::Layout layout;
  layout.cell = [&program](VarId v) { return program.cell(v); };
  layout.address = [&program](ObjectId id) {
    return static_cast<Integer>(program.program().object(id).address);
  };
  layout.pointer_width = program.program().pointer_width;
  return layout;
}

std::unique_ptr<smt::Session>
session_for(const BlockProgram& program, IntegerModel model, double seconds, Budget& budget) {
  smt::SessionOptions options;
  options.integers = model;
  options.seconds_per_check = seconds;
  options.layout = layout_of(program);
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
    PathFormula formula(program, flattener.flat, model);
    if (std::vector<Constraint> core = false_by_itself(formula); !core.empty())
      return Infeasible{flattener.flat, std::move(core), formula.constants(), {}};
    std::unique_ptr<smt::Session> session = session_for(program, model, seconds_per_path, budget);
    for (Term range : formula.ranges())
      session->assume(range);
    std::vector<Term> assumptions;
    for (const Constraint& c : formula.constraints())
      if (!c.term.is_true()) assumptions.push_back(c.term);
    if (assumptions.size() > max_conditions) break;
    switch (session->check(assumptions)) {
    case smt::Answer::Unsat:
      return Infeasible{flattener.flat,
                        core_of(*session, formula.constraints()),
                        formula.constants(),
                        beginning_of(*session, formula)};
    case smt::Answer::Unknown:
      return Undecided{"the solver cannot decide whether a counterexample is possible",
                       flattener.flat};
    case smt::Answer::Sat:
      if (!flattener.opaque) return execution_of(*session, formula);
    }
  }
  return Undecided{"a counterexample is too long to be examined", {}};
}

} // namespace kleene::engine::exact
