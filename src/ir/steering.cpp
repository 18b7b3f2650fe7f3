// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/steering.h"

#include "kleene/ir/data_flow.h"

#include <algorithm>

namespace kleene::ir {
namespace {

bool scalar(const Program& program, VarId v) {
  Type type = program.variable(v).type;
  return type.is_bool() || type.is_integer();
}

/// A value computed from scalars only, so that computing it cannot go wrong.
bool plain(const Program& program, Term value) {
  return std::ranges::all_of(variables_of(value), [&](VarId v) { return scalar(program, v); });
}

/// The values a statement hands over to variables: each steers if its variable does.
struct Transfer {
  VarId to;
  Term value;
};

std::vector<Transfer> transfers(const Program& program, const Statement& statement) {
  std::vector<Transfer> result;
  if (const auto* assign = std::get_if<Assign>(&statement))
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      result.push_back({assign->targets[i], assign->values[i]});
  if (const auto* call = std::get_if<Call>(&statement))
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
      result.push_back({program.procedure(call->callee).parameters[i], call->arguments[i]});
  return result;
}

bool is_transfer(const Statement& statement) {
  return std::holds_alternative<Assign>(statement) || std::holds_alternative<Call>(statement);
}

} // namespace

std::vector<bool> steering_variables(const Program& program) {
  std::vector<VarId> decide;
  for (const Procedure& procedure : program.procedures)
    for (const Edge& edge : procedure.edges)
      for (Term t : steering_terms(program, edge.statement, {}))
        for (VarId v : variables_of(t))
          decide.push_back(v);
  return DataFlow(program, std::vector<bool>(program.procedures.size(), true)).sources(decide);
}

std::vector<Term> steering_terms(const Program& program,
                                 const Statement& statement,
                                 const std::vector<bool>& steering) {
  if (!is_transfer(statement)) return evaluated_terms(statement);
  std::vector<Term> result;
  for (auto [to, value] : transfers(program, statement))
    if ((!steering.empty() && steering[to.index()]) || !scalar(program, to)
        || !plain(program, value))
      result.push_back(value);
  return result;
}

} // namespace kleene::ir
