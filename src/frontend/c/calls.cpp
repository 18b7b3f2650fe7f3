// SPDX-License-Identifier: Apache-2.0
// Calls: of functions with bodies, through pointers, and of functions that nobody knows.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <fmt/core.h>

#include "function_lowering.h"
#include "libc_models.h"

namespace kleene::frontend::c {

using clang::dyn_cast;

Value FunctionLowering::call(const clang::CallExpr* e, bool value_used, VarId into) {
  const clang::FunctionDecl* decl = direct_callee(e->getCallee());
  if (decl == nullptr) return call_pointer(e, value_used);
  FunctionEntity& callee = program_.linkage().function(decl, e);
  if (!callee.defined) {
    if (auto constant = constant_builtin(e, callee.name)) return scalar_value(*constant);
    Builtin kind = builtin_of(callee.name);
    if (kind == Builtin::VaStart || kind == Builtin::VaEnd || kind == Builtin::VaCopy)
      return va_builtin(kind, e);
  }
  return invoke(callee, e, arguments(e), value_used, into);
}

/// The values of the arguments, evaluated from right to left as gcc does.
std::vector<Value> FunctionLowering::arguments(const clang::CallExpr* e) {
  std::vector<Value> values(e->getNumArgs());
  for (unsigned i = e->getNumArgs(); i-- > 0;) {
    const clang::Expr* argument = e->getArg(i);
    Value& result = values[i];
    result = value(argument);
    bool effects_follow = false;
    for (unsigned j = 0; j < i; ++j)
      effects_follow |= e->getArg(j)->HasSideEffects(context_);
    if (!effects_follow) continue;
    if (result.kind == Value::Kind::Scalar) result.scalar = saved(result.scalar);
    for (Term& leaf : result.leaves)
      leaf = saved(leaf);
    if (result.kind == Value::Kind::Memory) {
      clang::QualType type = argument->getType();
      Lvalue copy = in_memory(
          stack_object("argument", size_of(context_, type), align_of(context_, type)), true);
      store_record(copy, type, result, argument);
      result = load_record(copy, type);
    }
  }
  return values;
}

void FunctionLowering::mark_target(ir::Target target, SourceRange range) {
  if (cfg_.location(cfg_.here()).target) cfg_.emit(ir::Skip{}, range);
  cfg_.location(cfg_.here()).target = std::move(target);
}

Value FunctionLowering::invoke(FunctionEntity& callee,
                               const clang::CallExpr* e,
                               std::vector<Value> values,
                               bool value_used,
                               VarId into) {
  SourceRange where = range_of(e);
  bool target = program_.options().target_functions.contains(callee.name);
  if (target) mark_target({ir::TargetKind::Call, callee.name}, where);
  if (callee.defined || callee.model != nullptr) {
    program_.require_covered(callee);
    if (program_.may_be_replaced(callee))
      unsupported(
          e, fmt::format("weak or inline function {}, which another unit may define", callee.name));
    require_pure_comparison(callee, e);
    require_room(callee, e);
    follow_library_texts(callee, e, values);
    bool open = value_used && leaves_result_open(callee, e);
    FunctionEntity& body = callee.defined ? callee : *callee.model;
    Value result = call_body(body, e, values, value_used, open ? VarId() : into);
    if (open && result.kind == Value::Kind::Scalar)
      result.scalar = any_result(callee, result.scalar, where);
    return result;
  }
  for (Value& value : values)
    value = evaluated(std::move(value));
  bool last = program_.options().final_functions.contains(callee.name);
  if (target && (last || !program_.has_unknown())) {
    cfg_.emit(ir::Skip{}, where);
    if (callee.declaration->getMostRecentDecl()->isNoReturn()
        || program_.options().final_functions_abort)
      cfg_.end(ir::Halt{ir::HaltKind::Abort, Term()}, where);
    return value_used ? unknown_value(e->getType(), callee.name, where) : Value();
  }
  Builtin kind = builtin_of(callee.name);
  if (kind != Builtin::None) return builtin({kind, callee, e, values, value_used, into});
  if (is_compiler_function(callee.name))
    unsupported(e, fmt::format("compiler built-in {}", callee.name));
  program_.require_covered(callee);
  if (program_.is_null(callee)) {
    assume(terms_.manager().truth(false), ir::AssumeKind::InvalidCall, where);
    cfg_.move_to(cfg_.fresh());
    return value_used ? unknown_value(e->getType(), callee.name, where) : Value();
  }
  return missing_call(callee, e, values, value_used);
}

Value FunctionLowering::call_body(FunctionEntity& callee,
                                  const clang::CallExpr* e,
                                  const std::vector<Value>& values,
                                  bool value_used,
                                  VarId into) {
  SourceRange where = range_of(e);
  Signature signature = program_.signature(callee.declaration);
  if (value_used && !signature.result.leaves.empty()
      && (is_float(signature.result.type) || is_float(e->getType()))
      && scalar_type(context_, e->getType()) != signature.result.leaves.front())
    unsupported(e, "call of a function with another type of result");
  ir::Call statement;
  Value result;
  if (signature.returns_by_address()) {
    if (!signature.result.type->isRecordType())
      unsupported(e, describe_unsupported(signature.result.type));
    const clang::ASTContext& home = callee.declaration->getASTContext();
    Term object = stack_object(callee.name + ".result",
                               size_of(home, signature.result.type),
                               align_of(home, signature.result.type));
    statement.arguments.push_back(object);
    result = load_record(in_memory(object, true), signature.result.type);
  }
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    if (i < values.size()) {
      pass(signature.parameters[i],
           values[i],
           e->getArg(static_cast<unsigned>(i)),
           statement.arguments);
    } else {
      // Too few arguments: what the callee finds is unknown.
      for (Type type : signature.parameters[i].leaves) {
        VarId unknown = temporary(type);
        cfg_.emit(ir::Havoc{{unknown}, ir::Choice::Unknown, callee.name, {}}, where);
        statement.arguments.push_back(term(unknown));
      }
    }
  }
  if (!signature.variadic)
    for (std::size_t i = signature.parameters.size(); i < values.size(); ++i)
      evaluate(values[i]);
  if (signature.variadic)
    statement.arguments.push_back(variadic_slots(e, values, signature.parameters.size()));
  statement.callee = program_.procedure(callee);
  if (value_used && !signature.returns_by_address()) {
    const std::vector<Type>& types = signature.result.leaves;
    bool direct = into.valid() && types.size() == 1
                  && types.front() == program_.program().variable(into).type;
    for (Type type : types)
      statement.results.push_back(direct ? into : temporary(type));
    result.kind = e->getType()->isRecordType() ? Value::Kind::Leaves : Value::Kind::Scalar;
    for (VarId id : statement.results)
      result.leaves.push_back(term(id));
  }
  std::optional<VarId> section;
  if (is_section(callee)) section = enter_section(where);
  cfg_.emit(std::move(statement), where);
  if (section) leave_section(term(*section), where);
  if (!value_used || result.kind == Value::Kind::Memory) return result;
  // A value is wanted of a function that gives none.
  if (signature.result.leaves.empty() && !e->getType()->isRecordType())
    return e->getType()->isVoidType() ? Value() : unknown_value(e->getType(), callee.name, where);
  if (result.kind == Value::Kind::Scalar) result.scalar = result.leaves.front();
  return result;
}

void FunctionLowering::pass(const Parameter& parameter,
                            const Value& value,
                            const clang::Expr* e,
                            std::vector<Term>& to) {
  clang::QualType type = e->getType();
  if (parameter.by_address) {
    if (!type->isRecordType() || !parameter.type->isRecordType())
      unsupported(e, describe_unsupported(parameter.type));
    Lvalue copy = in_memory(
        stack_object("argument", size_of(context_, type), align_of(context_, type)), true);
    store_record(copy, type, value, e);
    to.push_back(copy.address);
    return;
  }
  std::vector<Term> parts =
      type->isRecordType() ? leaves(value, type, e) : std::vector<Term>{value.scalar};
  if (parts.size() != parameter.leaves.size() || is_float(type) != is_float(parameter.type))
    unsupported(e, "argument whose type differs from that of the parameter");
  // Without a prototype, a float comes as a double.
  if (is_float(type)) parts.front() = converted(parts.front(), type, parameter.type, e);
  for (std::size_t i = 0; i < parts.size(); ++i)
    to.push_back(terms_.convert(parameter.leaves[i], parts[i]));
}

/// The object with the variadic arguments of a call: eight bytes for each scalar.
Term FunctionLowering::variadic_slots(const clang::CallExpr* e,
                                      const std::vector<Value>& values,
                                      std::size_t from) {
  std::uint64_t size = 0;
  std::vector<std::uint64_t> offsets;
  for (std::size_t i = from; i < values.size(); ++i) {
    offsets.push_back(size);
    size += (size_of(context_, e->getArg(static_cast<unsigned>(i))->getType()) + 7) / 8 * 8;
  }
  if (size == 0) return terms_.size(0);
  Term object = stack_object("variadic", size, 16);
  Term memory = program_.memory_term();
  for (std::size_t i = from; i < values.size(); ++i) {
    const clang::Expr* argument = e->getArg(static_cast<unsigned>(i));
    Term at = terms_.pointer_add(object, offsets[i - from]);
    if (argument->getType()->isRecordType()) {
      flush(memory);
      store_record(in_memory(at, true), argument->getType(), values[i], argument);
    } else {
      Term part = values[i].scalar;
      memory = terms_.manager().store(memory, at, terms_.convert(stored_type(part.type()), part));
    }
  }
  flush(memory);
  return object;
}

/// May a call through a pointer lead to this function, by number and kinds of arguments?
bool FunctionLowering::suits(const FunctionEntity& callee, const clang::CallExpr* e) {
  const clang::FunctionDecl* decl = callee.declaration;
  if (!callee.defined && !decl->hasPrototype()) return true;
  Signature signature = program_.signature(decl);
  std::size_t count = signature.parameters.size();
  // Threads begin with functions that do not look at their argument, too.
  bool dropped = e->getNumArgs() > count && !signature.variadic && function_.name != thread_body;
  if (e->getNumArgs() < count || dropped) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const Parameter& wanted = signature.parameters[i];
    Parameter given = program_.parameter(e->getArg(static_cast<unsigned>(i))->getType(), context_);
    if (wanted.by_address != given.by_address || wanted.leaves.size() != given.leaves.size()
        || wanted.type->isRecordType() != given.type->isRecordType())
      return false;
    bool floats = is_float(wanted.type) || is_float(given.type);
    if (floats && decl->hasPrototype() && wanted.leaves != given.leaves) return false;
    if (floats && is_float(wanted.type) != is_float(given.type)) return false;
  }
  Parameter result = program_.parameter(e->getType(), context_);
  if (result.leaves.empty()) return true;
  if (is_float(result.type) != is_float(signature.result.type)) return false;
  if (is_float(result.type) && result.leaves != signature.result.leaves) return false;
  return signature.result.by_address == result.by_address
         && (signature.result.leaves.size() == result.leaves.size()
             || signature.result.leaves.empty());
}

Value FunctionLowering::call_pointer(const clang::CallExpr* e, bool value_used) {
  SourceRange where = range_of(e);
  Term pointer = scalar(e->getCallee());
  if (pointer.op() != Op::Address && !pointer.is_variable()) pointer = saved(pointer);
  for (const clang::Expr* argument : e->arguments())
    pointer = keep(pointer, argument);
  std::vector<Value> values = arguments(e);

  std::vector<FunctionEntity*> candidates;
  std::vector<Term> conditions;
  for (FunctionEntity* function : program_.callable()) {
    if (!suits(*function, e)) continue;
    // Its address is known to the model of pthread_create only.
    if (function->library && function->name == thread_body) continue;
    Term address = program_.address(program_.function_object(*function));
    if (pointer.op() == Op::Address && pointer != address) continue;
    candidates.push_back(function);
    conditions.push_back(terms_.compare(Op::Eq, pointer, address));
  }
  // It may be a function that we do not see.
  bool unknown = program_.has_unknown() && pointer.op() != Op::Address;
  if (pointer.op() != Op::Address)
    assume(unknown ? terms_.truth(pointer) : terms_.manager().disj(conditions),
           ir::AssumeKind::InvalidCall,
           where);
  if (unknown) {
    candidates.push_back(nullptr);
    conditions.push_back(terms_.negate(terms_.manager().disj(conditions)));
  }
  if (candidates.empty()) {
    if (pointer.op() == Op::Address)
      assume(terms_.manager().truth(false), ir::AssumeKind::InvalidCall, where);
    cfg_.move_to(cfg_.fresh());
    return value_used ? unknown_value(e->getType(), "function pointer", where) : Value();
  }
  auto call_one = [&](FunctionEntity* callee, VarId into) {
    if (callee != nullptr) return invoke(*callee, e, values, value_used, into);
    return unknown_call("function pointer", e, values, value_used);
  };
  if (candidates.size() == 1) return call_one(candidates.front(), VarId());

  bool has_value = value_used && !e->getType()->isVoidType();
  Lvalue result;
  if (has_value) result = new_local("result", e->getType(), false, where);
  ir::LocId choice = cfg_.here();
  ir::LocId after = cfg_.fresh();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    ir::LocId chosen = cfg_.fresh();
    cfg_.move_to(choice);
    cfg_.guard(conditions[i], chosen, where);
    cfg_.move_to(chosen);
    VarId into = has_value && result.variables.size() == 1 ? result.variables.front() : VarId();
    Value value = call_one(candidates[i], into);
    if (has_value && e->getType()->isRecordType()) {
      store_record(result, e->getType(), value, e);
    } else if (has_value && value.scalar != term(into)) {
      assign(into, terms_.convert(type_of(e), value.scalar), where);
    }
    cfg_.jump(after, where);
  }
  cfg_.move_to(after);
  if (!has_value) return {};
  if (e->getType()->isRecordType()) return load_record(result, e->getType());
  return scalar_value(term(result.variables.front()));
}

/// A value that we do not know.
Value FunctionLowering::unknown_value(clang::QualType type,
                                      const std::string& origin,
                                      SourceRange range) {
  if (type->isVoidType()) return {};
  Parameter shape = program_.parameter(type, context_);
  if (shape.by_address && !type->isRecordType())
    program_.unsupported(range, describe_unsupported(type));
  Lvalue place = new_local("unknown", type, false, range);
  if (place.kind == Lvalue::Kind::Memory) {
    cfg_.emit(ir::Forget{program_.memory(), place.address, terms_.size(size_of(context_, type))},
              range);
    return load_record(place, type);
  }
  for (VarId id : place.variables) {
    program_.program().variable(id).temporary = true;
    program_.program().variable(id).display = origin + "()";
  }
  // Where there is code that we do not see, it may be an address that has escaped.
  std::vector<Term> known;
  for (VarId id : place.variables)
    if (program_.has_unknown() && program_.program().variable(id).type.is_integer())
      known.push_back(term(id));
  cfg_.emit(ir::Havoc{place.variables, ir::Choice::Unknown, origin, std::move(known)}, range);
  if (type->isRecordType()) return load_record(place, type);
  return scalar_value(term(place.variables.front()));
}

} // namespace kleene::frontend::c
