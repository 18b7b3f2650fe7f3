// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/transfer.h"

#include <algorithm>
#include <set>

namespace kleene::analysis {
namespace {

std::vector<Integer> thresholds(const ir::Program& program) {
  std::set<Integer> found{-1, 0, 1};
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      for (Term t : ir::evaluated_terms(e.statement))
        for_each_subterm(t, [&](Term s) {
          if (!s.is_constant() || !s.type().is_integer()) return;
          for (Integer near : {-1, 0, 1})
            found.insert(s.value() + near);
        });
  return {found.begin(), found.end()};
}

} // namespace

Transfer::Transfer(const ir::Program& program, IntegerModel integers)
    : program_(program),
      evaluate_(program, integers),
      calls_(program),
      thresholds_(thresholds(program)) {}

Facts Transfer::initial() const {
  Facts facts{true, {}};
  for (VarId g : program_.globals)
    if (const auto& initial = program_.variable(g).initial; initial && initial->is_constant())
      evaluate_.set(g, Range::constant(initial->value()), facts);
  return facts;
}

Facts Transfer::after(const ir::Statement& statement, Facts facts) const {
  if (!facts.reachable || std::holds_alternative<ir::Halt>(statement)) return {};
  if (const auto* assume = std::get_if<ir::Assume>(&statement))
    return evaluate_.assume(assume->condition, true, std::move(facts));
  if (const auto* assign = std::get_if<ir::Assign>(&statement)) {
    Facts result = facts;
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      Type type = assign->values[i].type();
      if (type.is_bool() || type.is_integer())
        evaluate_.set(assign->targets[i], evaluate_.value(assign->values[i], facts), result);
    }
    return result;
  }
  for (VarId v : ir::written_variables(statement))
    facts.ranges.erase(v);
  return facts;
}

Facts Transfer::entered(const ir::Call& call, const Facts& facts) const {
  if (!facts.reachable) return {};
  Facts result{true, {}};
  for (VarId g : calls_.used(call.callee))
    if (auto known = facts.ranges.find(g); known != facts.ranges.end())
      result.ranges.insert(*known);
  const ir::Procedure& callee = program_.procedure(call.callee);
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    Type type = call.arguments[i].type();
    if (type.is_bool() || type.is_integer())
      evaluate_.set(callee.parameters[i], evaluate_.value(call.arguments[i], facts), result);
  }
  return result;
}

Facts Transfer::returned(const ir::Call& call, const Facts& before, const Facts& at_exit) const {
  const ir::Procedure& callee = program_.procedure(call.callee);
  if (!before.reachable || !at_exit.reachable) return {};
  Facts result = before;
  for (VarId g : calls_.modified(call.callee)) {
    result.ranges.erase(g);
    if (auto known = at_exit.ranges.find(g); known != at_exit.ranges.end())
      result.ranges.insert(*known);
  }
  for (std::size_t i = 0; i < call.results.size(); ++i)
    evaluate_.set(call.results[i], evaluate_.value(callee.returns[i], at_exit), result);
  return result;
}

Facts Transfer::widened(const Facts& before, const Facts& after) const {
  Facts result{true, {}};
  for (const auto& [variable, range] : after.ranges) {
    const Range& old = before.ranges.at(variable);
    Integer low = range.low() < old.low() ? threshold_below(range.low()) : range.low();
    Integer high = range.high() > old.high() ? threshold_above(range.high()) : range.high();
    Range next =
        Range::congruent(range.modulus() == 0 ? 1 : range.modulus(), range.residue(), low, high)
            .meet(evaluate_.top(program_.variable(variable).type));
    evaluate_.set(variable, next, result);
  }
  return result;
}

Integer Transfer::threshold_below(Integer value) const {
  auto above = std::ranges::upper_bound(thresholds_, value);
  return above == thresholds_.begin() ? -Range::infinity : *std::prev(above);
}
Integer Transfer::threshold_above(Integer value) const {
  auto found = std::ranges::lower_bound(thresholds_, value);
  return found == thresholds_.end() ? Range::infinity : *found;
}

Facts Transfer::meet(const Facts& a, const Facts& b) const {
  if (!a.reachable || !b.reachable) return {};
  Facts result = a;
  for (const auto& [variable, range] : b.ranges)
    evaluate_.set(variable, evaluate_.value(variable, result).meet(range), result);
  return result;
}

} // namespace kleene::analysis
