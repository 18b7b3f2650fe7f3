// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/transfer.h"

#include "kleene/ir/floats.h"

#include <algorithm>
#include <cmath>
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

/// Numbers that floats of the program are computed of or compared with, of either sign, and powers of four.
std::vector<double> float_thresholds(const ir::Program& program) {
  std::set<double> found{0, std::numeric_limits<float>::max(), std::numeric_limits<double>::max()};
  for (double power = 1; power < 1e13; power *= 4)
    found.insert(power);
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      for (Term t : ir::evaluated_terms(e.statement))
        for_each_subterm(t, [&](Term s) {
          if (!is_float(s.op())) return;
          for (Term a : s.args())
            if (a.is_constant() && is_float_pattern(a.type()))
              if (double n = float_number(a.type(), static_cast<std::uint64_t>(a.value()));
                  std::isfinite(n))
                found.insert(std::abs(n));
        });
  std::vector<double> result(found.begin(), found.end());
  for (double n : found)
    result.push_back(-n);
  std::ranges::sort(result);
  return result;
}

} // namespace

Transfer::Transfer(const ir::Program& program, IntegerModel integers)
    : program_(program),
      evaluate_(program, integers),
      calls_(program),
      floats_(ir::float_variables(program)),
      thresholds_(thresholds(program)),
      float_thresholds_(float_thresholds(program)) {
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      for (VarId v : ir::written_variables(e.statement))
        written_.insert(v);
}

void Transfer::assign(VarId variable, Term value, const Facts& before, Facts& after) const {
  after.forget(variable);
  Type type = value.type();
  if (type.is_bool() || type.is_integer())
    evaluate_.set(variable, evaluate_.value(value, before), after);
  if (after.reachable && floats_.contains(variable) && is_float_pattern(type))
    evaluate_.set(variable, evaluate_.number(value, before), after);
}

Facts Transfer::initial() const {
  Facts facts{true, {}, {}};
  for (VarId g : program_.globals)
    if (const auto& initial = program_.variable(g).initial; initial && initial->is_constant())
      assign(g, *initial, facts, facts);
  return facts;
}

Facts Transfer::after(const ir::Statement& statement, Facts facts) const {
  if (!facts.reachable || std::holds_alternative<ir::Halt>(statement)) return {};
  if (const auto* assume = std::get_if<ir::Assume>(&statement))
    return evaluate_.assume(assume->condition, true, std::move(facts));
  if (const auto* assign = std::get_if<ir::Assign>(&statement)) {
    Facts result = facts;
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      this->assign(assign->targets[i], assign->values[i], facts, result);
    return result;
  }
  for (VarId v : ir::written_variables(statement))
    facts.forget(v);
  return facts;
}

void Transfer::copy(VarId variable, const Facts& from, Facts& to) {
  if (auto known = from.ranges.find(variable); known != from.ranges.end()) to.ranges.insert(*known);
  if (auto known = from.floats.find(variable); known != from.floats.end()) to.floats.insert(*known);
}

Facts Transfer::entered(const ir::Call& call, const Facts& facts) const {
  if (!facts.reachable) return {};
  Facts result{true, {}, {}};
  for (VarId g : calls_.used(call.callee))
    copy(g, facts, result);
  const ir::Procedure& callee = program_.procedure(call.callee);
  for (std::size_t i = 0; i < callee.parameters.size(); ++i)
    assign(callee.parameters[i], call.arguments[i], facts, result);
  return result;
}

/// What the callee knows at its exit of parameters that it never writes, it knows of the arguments.
Facts Transfer::narrowed(const ir::Call& call, Facts before, const Facts& at_exit) const {
  const ir::Procedure& callee = program_.procedure(call.callee);
  for (std::size_t i = 0; i < callee.parameters.size() && before.reachable; ++i) {
    auto known = at_exit.ranges.find(callee.parameters[i]);
    if (known == at_exit.ranges.end() || written_.contains(callee.parameters[i])) continue;
    before = evaluate_.within(call.arguments[i], known->second, std::move(before));
  }
  return before;
}

Facts Transfer::returned(const ir::Call& call, const Facts& before, const Facts& at_exit) const {
  const ir::Procedure& callee = program_.procedure(call.callee);
  if (!before.reachable || !at_exit.reachable) return {};
  Facts result = narrowed(call, before, at_exit);
  if (!result.reachable) return result;
  for (VarId g : calls_.modified(call.callee)) {
    result.forget(g);
    copy(g, at_exit, result);
  }
  for (std::size_t i = 0; i < call.results.size(); ++i)
    assign(call.results[i], variable(callee.returns[i]), at_exit, result);
  return result;
}

Facts Transfer::widened(const Facts& before, const Facts& after) const {
  Facts result{true, {}, {}};
  for (const auto& [variable, range] : after.ranges) {
    const Range& old = before.ranges.at(variable);
    Integer low = range.low() < old.low() ? threshold_below(range.low()) : range.low();
    Integer high = range.high() > old.high() ? threshold_above(range.high()) : range.high();
    Range next =
        Range::congruent(range.modulus() == 0 ? 1 : range.modulus(), range.residue(), low, high)
            .meet(evaluate_.top(program_.variable(variable).type));
    evaluate_.set(variable, next, result);
  }
  for (const auto& [variable, numbers] : after.floats)
    evaluate_.set(variable, widened(before.floats.at(variable), numbers), result);
  return result;
}

FloatInterval Transfer::widened(const FloatInterval& before, const FloatInterval& after) const {
  if (!after.has_numbers()) return after;
  bool first = !before.has_numbers();
  double low = after.low();
  double high = after.high();
  if (first || low < before.low()) {
    auto above = std::ranges::upper_bound(float_thresholds_, low);
    low = above == float_thresholds_.begin() ? -FloatInterval::infinity : *std::prev(above);
  }
  if (first || high > before.high()) {
    auto found = std::ranges::lower_bound(float_thresholds_, high);
    high = found == float_thresholds_.end() ? FloatInterval::infinity : *found;
  }
  FloatInterval result(64, low, high, after.has_nan());
  return after.width() == 64 ? result : result.before_conversion(32);
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
  for (const auto& [variable, numbers] : b.floats)
    if (result.reachable)
      evaluate_.set(variable, evaluate_.number(variable, result).meet(numbers), result);
  return result;
}

} // namespace kleene::analysis
