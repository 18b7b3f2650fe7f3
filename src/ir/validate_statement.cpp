// SPDX-License-Identifier: Apache-2.0
#include "validate_statement.h"

#include "kleene/logic/floats.h"

#include <fmt/core.h>

#include <bit>
#include <set>

namespace kleene::ir {
namespace {

/// The variable that a term changes, if it is made of stores.
std::optional<VarId> changed_memory(Term t) {
  while (t.op() == Op::Store || t.op() == Op::MemCopy || t.op() == Op::MemSet)
    t = t.arg(0);
  if (!t.is_variable()) return std::nullopt;
  return t.variable();
}

class StatementValidator {
public:
  StatementValidator(const Program& program, ProcId procedure)
      : program_(program), procedure_(procedure), pointer_(program.pointer_type()) {}

  std::vector<std::string> run(const Statement& statement) {
    written_once(statement);
    std::visit([&](const auto& s) { check(s); }, statement);
    return std::move(complaints_);
  }

private:
  template <class... Args>
  void complain(fmt::format_string<Args...> format, Args&&... args) {
    complaints_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  // Variables and terms

  /// The variable if it exists and is in scope; complains otherwise.
  const Variable* variable(VarId id) {
    if (id.index() >= program_.variables.size()) {
      complain("there is a variable that does not exist");
      return nullptr;
    }
    const Variable& v = program_.variable(id);
    if (v.owner.valid() && v.owner != procedure_) {
      complain("the variable {} is not in scope", v.name);
      return nullptr;
    }
    return &v;
  }

  /// A variable that gets a value of a scalar type.
  const Variable* scalar(VarId id) {
    const Variable* v = variable(id);
    if (v == nullptr || v->type.is_bool() || v->type.is_integer()) return v;
    complain("the variable {} should be a bool or an integer", v->name);
    return nullptr;
  }

  void region(VarId id) {
    const Variable* v = variable(id);
    if (v != nullptr && !v->type.is_memory())
      complain("the region {} should have type memory", v->name);
  }

  void written_once(const Statement& statement) {
    std::set<VarId> seen;
    for (VarId id : written_variables(statement)) {
      bool exists = id.index() < program_.variables.size();
      if (!seen.insert(id).second && exists)
        complain("the variable {} is written twice", program_.variable(id).name);
    }
  }

  /// True if the term exists; everything in it is checked.
  bool term(Term t, std::string_view what) {
    if (t.null()) {
      complain("{} is missing", what);
      return false;
    }
    for_each_subterm(t, [&](Term s) { node(s); });
    return true;
  }

  void typed(Term t, Type type, std::string_view what) {
    if (term(t, what) && t.type() != type)
      complain("{} should have type {}, not {}", what, to_string(type), to_string(t.type()));
  }

  void node(Term t) {
    if (t.is_variable()) {
      const Variable* v = variable(t.variable());
      if (v != nullptr && v->type != t.type())
        complain("the variable {} of type {} is used with type {}",
                 v->name,
                 to_string(v->type),
                 to_string(t.type()));
    } else if (t.op() == Op::Address) {
      if (t.object().index() >= program_.objects.size())
        complain("there is the address of an object that does not exist");
      pointer(t, "an address");
    } else if (t.op() >= Op::PtrAdd && !is_float(t.op())) {
      memory_operator(t);
    }
  }

  void pointer(Term t, std::string_view what) {
    if (t.type() != pointer_)
      complain("{} has type {} instead of the pointer type {}",
               what,
               to_string(t.type()),
               to_string(pointer_));
  }

  /// Addresses, offsets and lengths have pointer type.
  void memory_operator(Term t) {
    for (std::size_t i = 0; i < t.arity(); ++i) {
      bool other = t.arg(i).type().is_memory() || t.arg(i).type() == Type::allocation()
                   || (t.op() == Op::Store && i == 2) || (t.op() == Op::MemSet && i == 2);
      if (!other) pointer(t.arg(i), fmt::format("operand {} of {}", i + 1, name(t.op())));
    }
  }

  // Statements

  void check(const Skip&) {}

  void check(const Assign& s) {
    if (s.targets.size() != s.values.size()) {
      complain("{} variables are assigned {} values", s.targets.size(), s.values.size());
      return;
    }
    for (std::size_t i = 0; i < s.targets.size(); ++i) {
      const Variable* v = variable(s.targets[i]);
      if (!term(s.values[i], "the assigned value") || v == nullptr) continue;
      if (v->type == Type::allocation())
        complain("the allocation table {} is assigned", v->name);
      else if (v->type != s.values[i].type())
        complain("the variable {} of type {} is assigned a value of type {}",
                 v->name,
                 to_string(v->type),
                 to_string(s.values[i].type()));
      else if (v->type.is_memory()
               && (s.values[i].is_variable() || changed_memory(s.values[i]) != s.targets[i]))
        complain("the memory {} is assigned something else than stores to itself", v->name);
    }
  }

  void check(const Assume& s) { typed(s.condition, Type::boolean(), "the condition"); }

  void check(const Havoc& s) {
    for (VarId id : s.variables) {
      const Variable* v = variable(id);
      if (v == nullptr || v->type.is_bool() || v->type.is_integer()) continue;
      if (!v->type.is_memory() || s.choice == Choice::Input)
        complain("the variable {} of type {} cannot be chosen", v->name, to_string(v->type));
    }
    for (Term t : s.escaping)
      term(t, "an escaping value");
  }

  void check(const Call& s) {
    for (VarId id : s.results)
      scalar(id);
    for (Term t : s.arguments)
      term(t, "an argument");
    if (s.callee.index() >= program_.procedures.size()) {
      complain("the callee does not exist");
      return;
    }
    const Procedure& callee = program_.procedure(s.callee);
    if (s.arguments.size() != callee.parameters.size()) {
      complain("{} has {} parameters but is given {} arguments",
               callee.name,
               callee.parameters.size(),
               s.arguments.size());
    }
    if (!s.results.empty() && s.results.size() != callee.returns.size())
      complain(
          "{} returns {} values, not {}", callee.name, callee.returns.size(), s.results.size());
    for (std::size_t i = 0; i < std::min(s.arguments.size(), callee.parameters.size()); ++i) {
      if (!s.arguments[i].null()) match(callee.parameters[i], s.arguments[i].type(), "argument", i);
    }
    for (std::size_t i = 0; i < std::min(s.results.size(), callee.returns.size()); ++i) {
      if (s.results[i].index() < program_.variables.size())
        match(callee.returns[i], program_.variable(s.results[i]).type, "result", i);
    }
  }

  /// A parameter or return of a callee against what a call has in its place.
  void match(VarId formal, Type actual, std::string_view what, std::size_t position) {
    if (formal.index() >= program_.variables.size()) return;
    const Variable& v = program_.variable(formal);
    if (v.type != actual)
      complain("{} {} has type {} instead of {}",
               what,
               position + 1,
               to_string(actual),
               to_string(v.type));
  }

  void check(const Spawn& s) { check(Call{{}, s.callee, s.arguments}); }
  void check(const EndThread&) {}

  void check(const Alloc& s) {
    const Variable* v = variable(s.target);
    if (v != nullptr && v->type != pointer_)
      complain("the variable {} should have the pointer type {}", v->name, to_string(pointer_));
    typed(s.size, pointer_, "the size");
    region(s.region);
    if (!std::has_single_bit(s.alignment))
      complain("the alignment {} should be a power of two", s.alignment);
  }

  void check(const Free& s) { typed(s.address, pointer_, "the address"); }

  void check(const Forget& s) {
    region(s.region);
    typed(s.address, pointer_, "the address");
    typed(s.length, pointer_, "the length");
  }

  void check(const Output& s) {
    typed(s.format, pointer_, "the format");
    for (Term t : s.arguments) {
      if (term(t, "an argument") && !t.type().is_integer())
        complain("an argument of an output should be an integer, not {}", to_string(t.type()));
    }
    if (s.channel == Channel::Memory) {
      region(s.region);
      typed(s.destination, pointer_, "the destination");
      if (!s.limit.null()) typed(s.limit, pointer_, "the limit");
    } else if (!s.destination.null() || !s.limit.null() || s.region.valid()) {
      complain("only output to memory has a destination, a limit or a region");
    }
    if (!s.result.valid()) return;
    const Variable* v = variable(s.result);
    if (v != nullptr && !v->type.is_integer())
      complain("the variable {} should be an integer to hold a number of characters", v->name);
  }

  void check(const Halt& s) {
    if (s.kind != HaltKind::Exit) {
      if (!s.status.null()) complain("only exit has a status");
    } else if (term(s.status, "the status") && !s.status.type().is_integer()) {
      complain("the status should be an integer, not {}", to_string(s.status.type()));
    }
  }

  const Program& program_;
  ProcId procedure_;
  Type pointer_;
  std::vector<std::string> complaints_;
};

} // namespace

std::vector<std::string>
validate_statement(const Statement& statement, const Program& program, ProcId procedure) {
  return StatementValidator(program, procedure).run(statement);
}

} // namespace kleene::ir
