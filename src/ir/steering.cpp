// SPDX-License-Identifier: Apache-2.0
#include "steering.h"

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

class Closure {
public:
  explicit Closure(const Program& program)
      : program_(program),
        sources_(program.variables.size()),
        steering_(program.variables.size()) {}

  std::vector<bool> run() {
    for (const Procedure& procedure : program_.procedures)
      for (const Edge& edge : procedure.edges)
        enter(edge.statement);
    while (!work_.empty()) {
      VarId v = work_.back();
      work_.pop_back();
      for (VarId source : sources_[v.index()])
        mark(source);
    }
    return std::move(steering_);
  }

private:
  void mark(VarId v) {
    if (steering_[v.index()]) return;
    steering_[v.index()] = true;
    work_.push_back(v);
  }

  void mark_all(Term t) {
    for (VarId v : variables_of(t))
      mark(v);
  }

  void enter(const Statement& statement) {
    if (!is_transfer(statement)) {
      for (Term t : evaluated_terms(statement))
        mark_all(t);
      return;
    }
    for (auto [to, value] : transfers(program_, statement)) {
      if (!scalar(program_, to) || !plain(program_, value)) mark_all(value);
      for (VarId v : variables_of(value))
        sources_[to.index()].push_back(v);
    }
    if (const auto* call = std::get_if<Call>(&statement))
      for (std::size_t i = 0; i < call->results.size(); ++i)
        sources_[call->results[i].index()].push_back(program_.procedure(call->callee).returns[i]);
  }

  const Program& program_;
  std::vector<std::vector<VarId>> sources_; ///< by VarId: variables whose values go into it
  std::vector<bool> steering_;
  std::vector<VarId> work_;
};

} // namespace

std::vector<bool> steering_variables(const Program& program) {
  return Closure(program).run();
}

std::vector<Term> steering_terms(const Program& program,
                                 const Statement& statement,
                                 const std::vector<bool>& steering) {
  if (!is_transfer(statement)) return evaluated_terms(statement);
  std::vector<Term> result;
  for (auto [to, value] : transfers(program, statement))
    if (steering[to.index()] || !scalar(program, to) || !plain(program, value))
      result.push_back(value);
  return result;
}

} // namespace kleene::ir
