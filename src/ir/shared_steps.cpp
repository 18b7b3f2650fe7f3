// SPDX-License-Identifier: Apache-2.0
#include "shared_steps.h"

#include "kleene/ir/threads.h"

#include <algorithm>

namespace kleene::ir {
namespace {

enum class Touches { Nothing, Validity, Shared };

bool is_shared(const Program& program, VarId v) {
  const Variable& variable = program.variable(v);
  return !variable.owner.valid() && variable.name != self_variable;
}

bool is_scalar(const Variable& v) {
  return v.type.is_bool() || v.type.is_integer();
}

/// Does the statement end the life of a local variable? That comes into effect with the next shared step.
bool ends_local(const Program& program, const Statement& statement) {
  const auto* release = std::get_if<Free>(&statement);
  if (release == nullptr || !release->address.is_variable()) return false;
  VarId object = release->address.variable();
  ProcId owner = program.variable(object).owner;
  if (!owner.valid()) return false;
  bool stack = false;
  for (const Edge& e : program.procedure(owner).edges)
    for (VarId v : written_variables(e.statement)) {
      if (v != object) continue;
      const auto* alloc = std::get_if<Alloc>(&e.statement);
      if (alloc == nullptr || alloc->storage != Storage::Stack) return false;
      stack = true;
    }
  return stack;
}

/// Entering an atomic section reads the flag; leaving it concerns nobody else.
Touches touches(const Program& program, const Statement& statement) {
  if (ends_local(program, statement)) return Touches::Nothing;
  if (std::holds_alternative<Spawn>(statement)) return Touches::Shared;
  if (std::holds_alternative<Alloc>(statement)) return Touches::Nothing;
  if (const auto* output = std::get_if<Output>(&statement))
    if (output->channel != Channel::Memory) return Touches::Nothing;
  auto shared = [&](VarId v) { return is_shared(program, v); };
  for (VarId v : written_variables(statement))
    if (shared(v) && v != program.atomic) return Touches::Shared;
  if (std::holds_alternative<Free>(statement)) return Touches::Shared;
  Touches result = Touches::Nothing;
  for (Term term : evaluated_terms(statement))
    for_each_subterm(term, [&](Term t) {
      if (!t.is_variable() || !shared(t.variable())) return;
      if (t.variable() == program.allocation)
        result = std::max(result, Touches::Validity);
      else
        result = Touches::Shared;
    });
  return result;
}

class Steps {
public:
  Steps(const Program& program, const Procedure& procedure)
      : procedure_(procedure),
        outgoing_(procedure.outgoing()),
        incoming_(procedure.locations.size(), 0),
        touches_(procedure.locations.size(), Touches::Nothing) {
    for (const Edge& e : procedure.edges) {
      ++incoming_[e.to.index()];
      touches_[e.from.index()] = std::max(touches_[e.from.index()], touches(program, e.statement));
    }
  }

  std::vector<bool> run() {
    std::vector<bool> result;
    for (Touches t : touches_)
      result.push_back(t != Touches::Nothing);
    for (std::size_t l = 0; l < touches_.size(); ++l)
      if (touches_[l] == Touches::Validity)
        for (std::size_t e : outgoing_[l])
          join(procedure_.edges[e].to, result);
    return result;
  }

private:
  /// What follows a check without a choice, up to the access, belongs to it.
  void join(LocId at, std::vector<bool>& result) {
    for (;;) {
      std::size_t l = at.index();
      if (incoming_[l] != 1 || outgoing_[l].empty()) return;
      if (at == procedure_.entry || at == procedure_.exit) return;
      result[l] = false;
      if (touches_[l] == Touches::Shared || outgoing_[l].size() != 1) return;
      const Edge& next = procedure_.edges[outgoing_[l].front()];
      if (!std::holds_alternative<Assume>(next.statement)) return;
      at = next.to;
    }
  }

  const Procedure& procedure_;
  std::vector<std::vector<std::size_t>> outgoing_;
  std::vector<std::size_t> incoming_;
  std::vector<Touches> touches_;
};

} // namespace

std::vector<std::vector<bool>> shared_steps(const Program& program) {
  std::vector<std::vector<bool>> result;
  for (const Procedure& procedure : program.procedures)
    result.push_back(Steps(program, procedure).run());
  return result;
}

SharedVariables shared_variables(const Program& program, const Statement& statement) {
  SharedVariables result;
  auto counts = [&](VarId v) {
    return is_shared(program, v) && v != program.atomic && is_scalar(program.variable(v));
  };
  for (VarId v : written_variables(statement))
    if (counts(v)) result.writes.push_back(v);
  for (Term term : evaluated_terms(statement))
    for (VarId v : variables_of(term)) {
      const Variable& variable = program.variable(v);
      result.number |= !variable.owner.valid() && variable.name == self_variable;
      if (counts(v)) result.reads.push_back(v);
    }
  return result;
}

} // namespace kleene::ir
