// SPDX-License-Identifier: Apache-2.0
// Calls of functions that nobody knows, and values that come from elsewhere.
#include "kleene/ir/environment.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include "function_lowering.h"

namespace kleene::frontend::c {
namespace {

/// The variable of the models, see models/libc.c.
constexpr std::string_view errno_name = "__kleene_errno";

} // namespace

Value FunctionLowering::missing_call(const FunctionEntity& callee,
                                     const clang::CallExpr* e,
                                     const std::vector<Value>& values,
                                     bool value_used) {
  SourceRange where = range_of(e);
  program_.missing_body(callee.name);
  if (callee.name == "setlocale" || callee.name == "uselocale")
    program_.program().add_assumption("locale", "library functions behave as in the locale C");
  bool returns = !callee.declaration->getMostRecentDecl()->isNoReturn();
  if (!program_.has_unknown()) {
    program_.program().add_assumption(
        "missing-bodies",
        "functions without body return, unless they are declared not to, and write nothing; their "
        "results are inputs, pointers among them are null or lead to an object of their own");
    if (!returns) cfg_.end(ir::Halt{ir::HaltKind::Abort, Term()}, where);
    if (returns) return input_result(callee, e, value_used);
    return value_used ? unknown_value(e->getType(), callee.name, where) : Value();
  }
  Value result = unknown_call(callee.name, e, values, value_used);
  if (!returns) cfg_.end(ir::Halt{ir::HaltKind::Abort, Term()}, where);
  return result;
}

Value FunctionLowering::unknown_call(const std::string& name,
                                     const clang::CallExpr* e,
                                     const std::vector<Value>& values,
                                     bool value_used) {
  SourceRange where = range_of(e);
  program_.program().add_assumption(
      "missing-bodies",
      "functions without body do whatever other units can do by calls: write, free and call what "
      "is exported or has escaped, end the program, run for ever; they start no threads and no "
      "signal handlers");
  bool record = value_used && e->getType()->isRecordType();
  Value result = record ? unknown_value(e->getType(), name, where) : Value();
  std::vector<Term> known = escaping(values);
  // A record that it returns in memory may hold addresses that it knows.
  if (result.kind == Value::Kind::Memory) known.push_back(result.place.address);
  unknown_code(name, std::move(known), where);
  return value_used && !record ? unknown_value(e->getType(), name, where) : result;
}

/// Code that we do not see runs, knowing the given values.
void FunctionLowering::unknown_code(const std::string& name,
                                    std::vector<Term> known,
                                    SourceRange range) {
  if (!known.empty()) cfg_.emit(ir::Havoc{{}, ir::Choice::Unknown, name, std::move(known)}, range);
  cfg_.emit(ir::Call{{}, program_.unknown_code(), {}}, range);
}

/// The parts of values that may be addresses.
std::vector<Term> FunctionLowering::escaping(const std::vector<Value>& values) {
  std::vector<Term> result;
  auto escape = [&](Term value) {
    if (value.is_constant() || value.type().width() < terms_.pointer().width()) return;
    result.push_back(terms_.convert(terms_.pointer(), value));
  };
  for (const Value& value : values) {
    if (value.kind == Value::Kind::Scalar) escape(value.scalar);
    if (value.kind == Value::Kind::Memory) escape(value.place.address);
    for (Term leaf : value.leaves)
      escape(leaf);
  }
  return result;
}

/// The result is an input, whether it is used or not, so that inputs come in the order of the calls.
Value FunctionLowering::input_result(const FunctionEntity& callee,
                                     const clang::CallExpr* e,
                                     bool value_used) {
  clang::QualType type = e->getType();
  SourceRange where = range_of(e);
  auto scalar = scalar_type(context_, type);
  if (type->isPointerType() && value_used) return scalar_value(null_or_fresh(callee.name, where));
  if (!scalar || type->isPointerType() || is_float(type))
    return value_used ? unknown_value(type, callee.name, where) : Value();
  VarId target = temporary(*scalar);
  cfg_.emit(ir::Havoc{{target}, ir::Choice::Input, callee.name, {}}, where);
  return scalar_value(term(target));
}

/// Null, or the address of an object that nobody else has; which of them, nobody knows.
Term FunctionLowering::null_or_fresh(const std::string& name, SourceRange where) {
  Type flag_type = Type::machine(32, true);
  VarId flag = temporary(flag_type);
  VarId result = temporary(terms_.pointer());
  cfg_.emit(ir::Havoc{{flag}, ir::Choice::Unknown, name, {}}, where);
  ir::LocId null = cfg_.fresh();
  ir::LocId fresh = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  Term is_null = terms_.compare(Op::Eq, term(flag), terms_.constant(flag_type, 0));
  cfg_.guard(is_null, null, where);
  cfg_.guard(terms_.negate(is_null), fresh, where);
  cfg_.move_to(null);
  assign(result, terms_.size(0), where);
  cfg_.jump(after, where);
  cfg_.move_to(fresh);
  assign(result, unknown_object(name, where), where);
  cfg_.jump(after, where);
  cfg_.move_to(after);
  return term(result);
}

/// The address of an object of unknown size and contents, in which there may be addresses of such objects.
Term FunctionLowering::unknown_object(const std::string& name, SourceRange where) {
  VarId size = temporary(terms_.pointer());
  cfg_.emit(ir::Havoc{{size}, ir::Choice::Unknown, name, {}}, where);
  ir::Alloc object;
  object.target = temporary(terms_.pointer());
  object.size = term(size);
  object.region = program_.memory();
  object.name = name;
  Term address = term(object.target);
  cfg_.emit(std::move(object), where);
  cfg_.emit(ir::Havoc{{}, ir::Choice::Unknown, name, {address}}, where);
  return address;
}

/// What is read from a volatile object: any value, or, of a pointer, what lies there. Native runs cannot be told
/// about parts of words, and no execution rests on a pointer that comes from nowhere.
Term FunctionLowering::volatile_value(const Lvalue& place,
                                      clang::QualType type,
                                      Term stored,
                                      SourceRange where) {
  bool known = !place.bits && !type->isPointerType();
  ir::Choice choice = known ? ir::Choice::Input : ir::Choice::Unknown;
  VarId read = temporary(stored.type());
  Term kept;
  if (stored.type().width() >= terms_.pointer().width()) {
    VarId flag = temporary(Type::boolean());
    cfg_.emit(ir::Havoc{{flag}, choice, std::string(ir::volatile_kept), {}}, where);
    kept = term(flag);
  }
  cfg_.emit(ir::Havoc{{read}, choice, std::string(ir::volatile_read), {}}, where);
  return kept.null() ? term(read) : terms_.ite(kept, stored, term(read));
}

/// Is an object of this type and place something that others change while the program runs?
bool FunctionLowering::changes_by_itself(const Lvalue& place, clang::QualType type) {
  if (!type.isVolatileQualified()) return false;
  bool local = place.kind == Lvalue::Kind::Variables
               && program_.program().variable(place.variables.at(0)).owner.valid();
  if (local || place.own) return false;
  if (!program_.options().volatile_changes)
    program_.program().add_assumption("volatile", "volatile objects are ordinary memory");
  return program_.options().volatile_changes;
}

/// A function of the library that is known otherwise may have set errno.
void FunctionLowering::forget_errno(SourceRange where) {
  for (const GlobalEntity* global : program_.discovery().globals()) {
    if (!global->library || !global->external || global->name != errno_name) continue;
    if (global->object.valid())
      cfg_.emit(ir::Forget{program_.memory(),
                           place_of(global->declaration).address,
                           terms_.size(size_of(context_, global->type))},
                where);
    else
      cfg_.emit(ir::Havoc{global->variables, ir::Choice::Unknown, "errno", {}}, where);
  }
}

// What the outputs are, and what lies in memory that the code can get at, nobody knows.
void FunctionLowering::lower_asm(const clang::GCCAsmStmt* statement) {
  bool keeps = statement->getAsmString()->getString().trim().empty();
  for (unsigned i = 0; i < statement->getNumOutputs(); ++i)
    keeps = keeps && statement->isOutputPlusConstraint(i);
  if (!keeps) change_by_asm(statement);
  if (!statement->isAsmGoto()) return;
  // It goes on behind the statement, or at any of the labels.
  Type type = Type::machine(32, true);
  VarId way = temporary(type);
  cfg_.emit(ir::Havoc{{way}, ir::Choice::Unknown, "inline assembly", {}}, range_);
  int number = 0;
  for (const clang::AddrLabelExpr* label : statement->labels()) {
    Term taken = terms_.compare(Op::Eq, term(way), terms_.constant(type, number++));
    ir::LocId jump = cfg_.fresh();
    ir::LocId next = cfg_.fresh();
    cfg_.guard(taken, jump, range_);
    cfg_.guard(terms_.negate(taken), next, range_);
    cfg_.move_to(jump);
    jump_to(label->getLabel());
    cfg_.move_to(next);
  }
}

/// What it writes.
void FunctionLowering::change_by_asm(const clang::GCCAsmStmt* statement) {
  bool memory = false;
  for (unsigned i = 0; i < statement->getNumClobbers(); ++i)
    memory |= statement->getClobber(i) == "memory";
  Values inputs;
  auto add = [&](const clang::Expr* e) {
    if (scalar_type(context_, e->getType()))
      inputs.push_back(scalar_value(e->isGLValue() ? load(place(e), e->getType(), e) : scalar(e)));
  };
  for (unsigned i = 0; i < statement->getNumInputs(); ++i)
    add(statement->getInputExpr(i));
  for (unsigned i = 0; i < statement->getNumOutputs(); ++i)
    if (statement->isOutputPlusConstraint(i)) add(statement->getOutputExpr(i));
  std::vector<Term> known = escaping(inputs);
  for (Term& value : known)
    value = saved(value);
  if (memory) {
    ir::Havoc effect{program_.open_variables(), ir::Choice::Unknown, "inline assembly", known};
    if (program_.has_memory()) {
      effect.variables.push_back(program_.memory());
      for (Term address : program_.open_addresses())
        effect.escaping.push_back(address);
    }
    if (!effect.variables.empty()) cfg_.emit(std::move(effect), range_);
  }
  for (unsigned i = 0; i < statement->getNumOutputs(); ++i) {
    const clang::Expr* output = statement->getOutputExpr(i);
    auto type = scalar_type(context_, output->getType());
    if (!type) unsupported(output, "inline assembly that gives a record");
    VarId given = temporary(*type);
    std::vector<Term> sources = known;
    if (type->is_integer()) sources.push_back(term(given));
    cfg_.emit(ir::Havoc{{given}, ir::Choice::Unknown, "inline assembly", std::move(sources)},
              range_);
    store(place(output), output->getType(), term(given), output);
  }
}

} // namespace kleene::frontend::c
