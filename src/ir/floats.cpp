// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/floats.h"

#include "kleene/ir/program.h"

namespace kleene::ir {
namespace {

/// Variables that hold floats because an operator takes them for such, and what is copied from and to them.
class FloatVariables {
public:
  explicit FloatVariables(const Program& program) : program_(program) {}

  std::set<VarId> run() {
    for (bool grows = true; grows;) {
      std::size_t before = found_.size();
      for (const Procedure& procedure : program_.procedures)
        for (const Edge& edge : procedure.edges)
          look_at(edge.statement);
      grows = found_.size() > before;
    }
    return std::move(found_);
  }

private:
  void look_at(const Statement& statement) {
    for (Term t : evaluated_terms(statement))
      for_each_subterm(t, [&](Term s) { operands(s); });
    if (const auto* assign = std::get_if<Assign>(&statement))
      for (std::size_t i = 0; i < assign->targets.size(); ++i)
        copied(assign->targets[i], assign->values[i]);
    const auto* call = std::get_if<Call>(&statement);
    if (call == nullptr) return;
    const Procedure& callee = program_.procedure(call->callee);
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
      copied(callee.parameters[i], call->arguments[i]);
    for (std::size_t i = 0; i < call->results.size(); ++i)
      copied(call->results[i], variable(callee.returns[i]));
  }

  Term variable(VarId id) { return program_.terms->variable(id, program_.variable(id).type); }

  void operands(Term t) {
    if (!is_float(t.op()) || float_op(t.op()) == FloatOp::FromInt) return;
    for (Term a : t.args())
      mark(a);
  }

  void copied(VarId to, Term value) {
    if (!is_float_pattern(value.type())) return;
    if (is_floating(value)) found_.insert(to);
    if (found_.contains(to)) mark(value);
  }

  bool is_floating(Term t) const {
    if (t.is_variable()) return found_.contains(t.variable());
    if (t.op() == Op::Ite) return is_floating(t.arg(1)) || is_floating(t.arg(2));
    return is_float(t.op()) && is_float_pattern(t.type()) && float_op(t.op()) != FloatOp::ToInt;
  }

  void mark(Term t) {
    if (t.is_variable() && is_float_pattern(t.type())) found_.insert(t.variable());
    if (t.op() == Op::Ite) {
      mark(t.arg(1));
      mark(t.arg(2));
    }
  }

  const Program& program_;
  std::set<VarId> found_;
};

} // namespace

bool computes_with_floats(const Program& program) {
  bool found = false;
  for (const Procedure& p : program.procedures)
    for (const Edge& e : p.edges)
      for (Term t : evaluated_terms(e.statement))
        for_each_subterm(t, [&](Term s) { found |= is_float(s.op()); });
  return found;
}

std::set<VarId> float_variables(const Program& program) {
  return FloatVariables(program).run();
}

} // namespace kleene::ir
