// SPDX-License-Identifier: Apache-2.0
#include "flags.h"

#include <algorithm>
#include <unordered_set>

namespace kleene::engine::k_induction {
namespace {

constexpr std::size_t most_conditions = 4;
constexpr std::size_t most_flags = 8;

std::vector<Term> leaves(Term value) {
  if (value.op() != Op::Ite) return {value};
  std::vector<Term> result = leaves(value.arg(1));
  for (Term leaf : leaves(value.arg(2)))
    if (std::ranges::find(result, leaf) == result.end()) result.push_back(leaf);
  return result;
}

/// Comparisons in the conditions of blocks that read no memory.
std::vector<Term>
conditions(const ir::Program& program, const Cut& cut, const std::set<VarId>& not_of_these) {
  std::vector<Term> result;
  auto excluded = [&](VarId v) {
    return not_of_these.contains(v) || program.variable(v).type.is_memory()
           || program.variable(v).temporary;
  };
  for (const symbolic::Block& block : cut.blocks)
    for_each_subterm(block.condition, [&](Term t) {
      if (!compares(t) || !is_of_program(program, t) || result.size() == most_conditions) return;
      bool is_new = std::ranges::find(result, t) == result.end();
      if (is_new && std::ranges::none_of(variables_of(t), excluded)) result.push_back(t);
    });
  return result;
}

} // namespace

bool compares(Term t) {
  return t.op() == Op::Eq || t.op() == Op::Lt || t.op() == Op::Le;
}

bool is_of_program(const ir::Program& program, Term t) {
  return std::ranges::all_of(variables_of(t),
                             [&](VarId v) { return v.index() < program.variables.size(); });
}

std::vector<Term>
flags(const ir::Program& program, const Cut& cut, const std::set<VarId>& not_of_these) {
  TermManager& terms = *program.terms;
  std::map<VarId, std::set<Integer>> values;
  std::set<VarId> others = not_of_these;
  for (const symbolic::Block& block : cut.blocks)
    for (const auto& [variable, value] : block.after.values()) {
      if (!value.type().is_integer() || program.variable(variable).temporary) continue;
      for (Term leaf : leaves(value))
        if (leaf.is_constant())
          values[variable].insert(leaf.value());
        else if (!leaf.is_variable() || leaf.variable() != variable)
          others.insert(variable);
    }
  std::vector<Term> result;
  for (Term t : conditions(program, cut, not_of_these))
    for (Term flag : {t, terms.negate(t)})
      result.push_back(flag);
  for (const auto& [variable, constants] : values) {
    Type type = program.variable(variable).type;
    if (others.contains(variable) || constants.size() < 2) continue;
    for (const Integer& c : constants)
      if (result.size() < most_flags)
        result.push_back(terms.eq(terms.variable(variable, type), terms.constant(type, c)));
  }
  return result;
}

} // namespace kleene::engine::k_induction
