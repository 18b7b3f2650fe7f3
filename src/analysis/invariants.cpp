// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/invariants.h"

#include "kleene/analysis/transfer.h"
#include "kleene/facts/loops.h"
#include "kleene/fixpoint/order.h"
#include "kleene/fixpoint/worklist.h"

#include <algorithm>

namespace kleene::analysis {
namespace {

using ir::LocId;
using ir::ProcId;

constexpr unsigned joins_before_widening = 3;
constexpr unsigned narrowing_passes = 2;
/// Iterations of floats often come closer to their bounds step by step.
constexpr unsigned float_narrowing_passes = 16;

/// The equations: the facts at a location are the join of what the edges that lead there make of the
/// facts where they start. Entries get them from all calls, places behind calls from the exit of the
/// callee. Solved upwards with widening, then downwards a few times.
class Solver {
public:
  Solver(const ir::Program& program, IntegerModel integers, Budget& budget)
      : program_(program), budget_(budget), transfer_(program, integers) {
    number_nodes();
  }

  Invariants run() {
    ascend();
    for (unsigned pass = 0; pass < float_narrowing_passes; ++pass) {
      bool floats_changed = descend();
      if (pass + 1 >= narrowing_passes && !floats_changed) break;
    }
    Invariants result;
    for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
      auto first = facts_.begin() + static_cast<std::ptrdiff_t>(first_[f]);
      auto count = static_cast<std::ptrdiff_t>(program_.procedures[f].locations.size());
      result.emplace_back(first, first + count);
    }
    return result;
  }

private:
  struct CallSite {
    ProcId caller;
    const ir::Edge* edge;
    const ir::Call* call;
  };

  std::size_t node(ProcId f, LocId l) const { return first_[f.index()] + l.index(); }

  void number_nodes() {
    calls_of_.resize(program_.procedures.size());
    for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
      const ir::Procedure& p = program_.procedures[f];
      first_.push_back(facts_.size());
      facts_.resize(facts_.size() + p.locations.size());
      for (const ir::Edge& e : p.edges)
        if (const auto* call = std::get_if<ir::Call>(&e.statement))
          calls_of_[call->callee.index()].push_back({ProcId(f), &e, call});
      auto order = facts::location_order(p);
      for (std::size_t l = 0; l < p.locations.size(); ++l) {
        priorities_.push_back(first_[f] + order.position[l]);
        widens_.push_back(order.head[l] || l == p.entry.index());
        procedure_of_.push_back(ProcId(f));
        outgoing_.emplace_back();
        incoming_.emplace_back();
      }
      for (const ir::Edge& e : p.edges) {
        outgoing_[node(ProcId(f), e.from)].push_back(&e);
        incoming_[node(ProcId(f), e.to)].push_back(&e);
        if (std::holds_alternative<ir::Call>(e.statement)) widens_[node(ProcId(f), e.to)] = true;
      }
    }
    joins_.resize(facts_.size());
  }

  void ascend() {
    fixpoint::Worklist work(priorities_);
    work_ = &work;
    flow_into(node(program_.entry, program_.procedure(program_.entry).entry), transfer_.initial());
    while (!work.empty()) {
      budget_.check();
      std::size_t n = work.pop();
      ProcId f = procedure_of_[n];
      for (const ir::Edge* e : outgoing_[n])
        if (const auto* call = std::get_if<ir::Call>(&e->statement)) {
          const ir::Procedure& callee = program_.procedure(call->callee);
          flow_into(node(call->callee, callee.entry), transfer_.entered(*call, facts_[n]));
          flow_into(node(f, e->to), returned(f, *e, *call));
        } else {
          flow_into(node(f, e->to), transfer_.after(e->statement, facts_[n]));
        }
      if (n == node(f, program_.procedure(f).exit))
        for (const CallSite& site : calls_of_[f.index()])
          flow_into(node(site.caller, site.edge->to),
                    returned(site.caller, *site.edge, *site.call));
    }
    work_ = nullptr;
  }

  void flow_into(std::size_t n, const Facts& more) {
    if (!more.reachable) return;
    Facts& now = facts_[n];
    Facts joined = join(now, more);
    if (now.reachable && joined == now) return;
    bool widen = now.reachable && widens_[n] && ++joins_[n] > joins_before_widening;
    now = widen ? transfer_.widened(now, joined) : joined;
    work_->push(n);
  }

  /// Every location once more from its predecessors: what widening gave away comes back in part. Whether more is
  /// known of floats then.
  bool descend() {
    bool floats_changed = false;
    std::vector<std::size_t> order(facts_.size());
    for (std::size_t n = 0; n < order.size(); ++n)
      order[n] = n;
    std::ranges::sort(order, {}, [&](std::size_t n) { return priorities_[n]; });
    for (std::size_t n : order) {
      budget_.check();
      if (!facts_[n].reachable) continue;
      Facts next = transfer_.meet(facts_[n], arriving(n));
      floats_changed |= next.floats != facts_[n].floats;
      facts_[n] = std::move(next);
    }
    return floats_changed;
  }

  Facts arriving(std::size_t n) const {
    ProcId f = procedure_of_[n];
    Facts result;
    for (const ir::Edge* e : incoming_[n])
      if (const auto* call = std::get_if<ir::Call>(&e->statement))
        result = join(result, returned(f, *e, *call));
      else
        result = join(result, transfer_.after(e->statement, facts_[node(f, e->from)]));
    if (n != node(f, program_.procedure(f).entry)) return result;
    if (f == program_.entry) result = join(result, transfer_.initial());
    for (const CallSite& site : calls_of_[f.index()])
      result =
          join(result, transfer_.entered(*site.call, facts_[node(site.caller, site.edge->from)]));
    return result;
  }

  Facts returned(ProcId caller, const ir::Edge& edge, const ir::Call& call) const {
    const ir::Procedure& callee = program_.procedure(call.callee);
    return transfer_.returned(
        call, facts_[node(caller, edge.from)], facts_[node(call.callee, callee.exit)]);
  }

  const ir::Program& program_;
  Budget& budget_;
  Transfer transfer_;
  std::vector<std::size_t> first_; ///< node of the first location of each procedure
  std::vector<Facts> facts_;       ///< by node
  std::vector<std::size_t> priorities_;
  std::vector<bool> widens_;
  std::vector<ProcId> procedure_of_;
  std::vector<std::vector<const ir::Edge*>> outgoing_;
  std::vector<std::vector<const ir::Edge*>> incoming_;
  std::vector<std::vector<CallSite>> calls_of_;
  std::vector<unsigned> joins_;
  fixpoint::Worklist* work_ = nullptr;
};

} // namespace

Invariants invariants(const ir::Program& program, IntegerModel integers, Budget& budget) {
  return Solver(program, integers, budget).run();
}

bool may_overflow(const ir::Program& program, const Facts& facts, Term t) {
  return facts.reachable && Evaluator(program, IntegerModel::Machine).may_overflow(t, facts);
}

namespace {

Term formula(const ir::Program& program, VarId variable, const FloatInterval& numbers) {
  TermManager& terms = *program.terms;
  Type type = program.variable(variable).type;
  Term x = terms.variable(variable, type);
  Term is_number = floating(terms, FloatOp::Eq, x, x);
  if (!numbers.has_numbers()) return terms.negate(is_number);
  auto bound = [&](double number) {
    return terms.constant(type, Integer(float_pattern(type, number)));
  };
  std::vector<Term> parts;
  if (numbers.low() > -FloatInterval::infinity)
    parts.push_back(floating(terms, FloatOp::Le, bound(numbers.low()), x));
  if (numbers.high() < FloatInterval::infinity)
    parts.push_back(floating(terms, FloatOp::Le, x, bound(numbers.high())));
  if (parts.empty()) parts.push_back(is_number);
  Term known = terms.conj(std::move(parts));
  return numbers.has_nan() ? terms.disj(terms.negate(is_number), known) : known;
}

/// A few numbers with a distance: solvers find that much easier than a remainder.
std::optional<Term> members(TermManager& terms, Term x, const Range& range) {
  constexpr int most = 4;
  bool few = range.modulus() > 1 && range.has_low() && range.has_high()
             && range.high() - range.low() < range.modulus() * most;
  if (!few) return std::nullopt;
  std::vector<Term> cases;
  for (Integer value = range.low(); value <= range.high(); value += range.modulus()) {
    if (x.type().is_machine() && !fits(x.type(), value)) return std::nullopt;
    cases.push_back(terms.eq(x, terms.constant(x.type(), value)));
  }
  return terms.disj(std::move(cases));
}

} // namespace

Term formula(const ir::Program& program, IntegerModel integers, const Facts& facts) {
  TermManager& terms = *program.terms;
  if (!facts.reachable) return terms.truth(false);
  std::vector<Term> parts;
  for (const auto& [variable, range] : facts.ranges) {
    Type type = program.variable(variable).type;
    Term x = terms.variable(variable, type);
    if (facts.floats.contains(variable) && !range.is_constant()) continue;
    Range all = Range::of(type, integers);
    auto sayable = [&](Integer v) { return !type.is_machine() || fits(type, v); };
    if (type.is_bool()) {
      if (range.is_constant()) parts.push_back(range.low() == 1 ? x : terms.negate(x));
    } else if (range.is_constant()) {
      if (sayable(range.low())) parts.push_back(terms.eq(x, terms.constant(type, range.low())));
    } else if (std::optional<Term> one_of = members(terms, x, range)) {
      parts.push_back(*one_of);
    } else {
      if (range.has_low() && range.low() > all.low() && sayable(range.low()))
        parts.push_back(terms.le(terms.constant(type, range.low()), x));
      if (range.has_high() && range.high() < all.high() && sayable(range.high()))
        parts.push_back(terms.le(x, terms.constant(type, range.high())));
      // The remainder of a negative number is negative: said only where there are none.
      if (range.modulus() > 1 && range.low() >= 0 && sayable(range.modulus()))
        parts.push_back(terms.eq(terms.binary(Op::Rem, x, terms.constant(type, range.modulus())),
                                 terms.constant(type, range.residue())));
    }
  }
  // No solver takes floats beside unbounded integers.
  if (integers == IntegerModel::Math) return terms.conj(std::move(parts));
  for (const auto& [variable, numbers] : facts.floats)
    if (auto pattern = facts.ranges.find(variable);
        pattern == facts.ranges.end() || !pattern->second.is_constant())
      parts.push_back(formula(program, variable, numbers));
  return terms.conj(std::move(parts));
}

} // namespace kleene::analysis
