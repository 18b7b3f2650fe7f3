// SPDX-License-Identifier: Apache-2.0
#include "guess.h"

#include "kleene/facts/loops.h"
#include "kleene/ir/liveness.h"
#include "kleene/logic/floats.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace kleene::engine::intervals {
namespace {

using analysis::Facts;
using analysis::Invariants;

class Guess {
public:
  Guess(const evidence::Problem& problem, Invariants facts)
      : problem_(problem), program_(problem.program), facts_(std::move(facts)) {}

  std::optional<Invariants> run() {
    for (const ir::Procedure& p : program_.procedures)
      for (const ir::Edge& e : p.edges)
        for (Term t : ir::evaluated_terms(e.statement))
          for_each_subterm(t, [&](Term s) { compared(s); });
    for (std::size_t f = 0; f < program_.procedures.size(); ++f)
      sharpen(ir::ProcId(f));
    if (!changed_) return std::nullopt;
    return std::move(facts_);
  }

private:
  /// The number that a term is, or whose sign or size is compared.
  static std::optional<VarId> variable_in(Term t) {
    if (t.op() == Op::BitAnd || t.op() == Op::BitXor)
      t = t.arg(0).is_constant() ? t.arg(1) : t.arg(0);
    if (!t.is_variable()) return std::nullopt;
    return t.variable();
  }

  void compared(Term t) {
    bool relation =
        is_float(t.op()) && (float_op(t.op()) == FloatOp::Lt || float_op(t.op()) == FloatOp::Le);
    if (!relation) return;
    for (std::size_t i : {0U, 1U}) {
      Term bound = t.arg(i);
      std::optional<VarId> variable = variable_in(t.arg(1 - i));
      if (!bound.is_constant() || !variable) continue;
      double number = float_number(bound.type(), static_cast<std::uint64_t>(bound.value()));
      if (std::isfinite(number)) bounds_[*variable].insert(number);
    }
  }

  void sharpen(ir::ProcId f) {
    const ir::Procedure& p = program_.procedure(f);
    std::vector<Facts>& facts = facts_[f.index()];
    if (!facts[p.entry.index()].reachable) return;
    bool first = f == program_.entry;
    auto order = facts::location_order(p);
    std::vector<VarId> locals;
    for (const auto& [variable, numbers] : bounds_)
      if (program_.variable(variable).owner == f) locals.push_back(variable);
    ir::Liveness liveness(p, locals, {});
    for (std::size_t l = 0; l < p.locations.size(); ++l) {
      bool head = order.head[l];
      bool edge = (l == p.entry.index() && !first) || l == p.exit.index();
      if (!facts[l].reachable || (!head && !edge)) continue;
      for (const auto& [variable, numbers] : bounds_)
        if (!program_.variable(variable).owner.valid()) bound(facts[l], variable, numbers);
      if (!head) continue;
      // What the next round sets anew has any value now.
      for (VarId variable : liveness.live_at(ir::LocId(l)))
        bound(facts[l], variable, bounds_.at(variable));
    }
    if (!first && has_target(p)) assume_checked(facts[p.entry.index()], p);
  }

  void bound(Facts& facts, VarId variable, const std::set<double>& numbers) {
    unsigned width = program_.variable(variable).type.width();
    double low = *numbers.begin();
    double high = *numbers.rbegin();
    if (low == high) {
      high = std::abs(high);
      low = -high;
    }
    auto known = facts.floats.find(variable);
    FloatInterval now = known == facts.floats.end() ? FloatInterval(width) : known->second;
    FloatInterval less = now.meet(FloatInterval(width, low, high));
    if (less.empty() || less == now) return;
    facts.floats.insert_or_assign(variable, less);
    changed_ = true;
  }

  bool has_target(const ir::Procedure& p) const {
    return std::ranges::any_of(p.locations,
                               [&](const ir::Location& l) { return problem_.is_target(l); });
  }

  /// A truth value that a function with a target is given, as a rule, is what has to hold.
  void assume_checked(Facts& facts, const ir::Procedure& p) {
    for (VarId v : p.parameters) {
      auto range = facts.ranges.find(v);
      if (range == facts.ranges.end() || range->second.low() != 0 || range->second.high() != 1)
        continue;
      range->second = analysis::Range::constant(1);
      changed_ = true;
    }
  }

  const evidence::Problem& problem_;
  const ir::Program& program_;
  Invariants facts_;
  std::map<VarId, std::set<double>> bounds_; ///< with which a variable is compared
  bool changed_ = false;
};

} // namespace

std::optional<Invariants> guessed(const evidence::Problem& problem, const Invariants& invariants) {
  return Guess(problem, invariants).run();
}

} // namespace kleene::engine::intervals
