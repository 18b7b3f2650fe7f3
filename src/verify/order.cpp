// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/order.h"

#include "kleene/support/graph.h"

#include <algorithm>
#include <string_view>

namespace kleene::verify {
namespace {

bool has_cycle(const Successors& next) {
  for (std::size_t i = 0; i < next.size(); ++i)
    if (leads_to(next, i, i)) return true;
  return false;
}

bool has_loop(const ir::Procedure& procedure) {
  Successors next(procedure.locations.size());
  // Only where an edge leads backward can a cycle be closed, if locations are numbered in their order;
  // the sources of such edges are few.
  std::vector<std::pair<std::size_t, std::size_t>> backward;
  for (const ir::Edge& e : procedure.edges) {
    next[e.from.index()].push_back(e.to.index());
    if (e.to.index() <= e.from.index()) backward.emplace_back(e.from.index(), e.to.index());
  }
  return std::ranges::any_of(backward, [&](auto edge) {
    return edge.first == edge.second || leads_to(next, edge.second, edge.first);
  });
}

bool non_linear(Term t) {
  auto constant = [&](std::size_t i) { return t.arg(i).is_constant(); };
  switch (t.op()) {
  case Op::Mul:
    return !constant(0) && !constant(1);
  case Op::Div:
  case Op::Rem:
  case Op::Shl:
  case Op::Shr:
    return !constant(1);
  case Op::BitAnd:
  case Op::BitOr:
  case Op::BitXor:
    return true;
  default:
    return false;
  }
}

std::uint8_t turn(const Turns& turns, const Features& f) {
  if (!f.loops && !f.recursion) return turns.straight;
  if (f.memory || f.non_linear) return turns.bytes;
  return f.recursion ? turns.recursion : turns.loops;
}

} // namespace

Features features_of(const ir::Program& program) {
  Features result;
  Successors calls(program.procedures.size());
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    result.loops |= has_loop(program.procedures[p]);
    for (const ir::Edge& e : program.procedures[p].edges) {
      if (const auto* call = std::get_if<ir::Call>(&e.statement))
        calls[p].push_back(call->callee.index());
      for (Term term : ir::evaluated_terms(e.statement))
        for_each_subterm(term, [&](Term t) {
          result.memory |= t.op() == Op::Load || t.type().is_memory();
          result.non_linear |= non_linear(t);
        });
    }
  }
  result.recursion = has_cycle(calls);
  return result;
}

std::string describe(const Features& features) {
  std::string result;
  auto add = [&](bool has, std::string_view word) {
    if (has) result += (result.empty() ? "" : ", ") + std::string(word);
  };
  add(features.loops, "loops");
  add(features.recursion, "recursion");
  add(features.memory, "memory");
  add(features.non_linear, "non-linear arithmetic");
  return result.empty() ? "straight code" : result;
}

void put_in_order(std::vector<const engine::Engine*>& engines, const Features& features) {
  std::ranges::stable_sort(engines, {}, [&](const engine::Engine* e) {
    const auto row = std::ranges::find(registry(), e, &RegistryEntry::engine);
    return row == registry().end() ? Turns::last : turn(row->turns, features);
  });
}

} // namespace kleene::verify
