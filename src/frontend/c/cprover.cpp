// SPDX-License-Identifier: Apache-2.0
// Words of CBMC. What the program model cannot tell of a pointer (its object, its offset) is a value that nobody knows.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <fmt/core.h>

#include "function_lowering.h"

namespace kleene::frontend::c {

Value FunctionLowering::cprover(const BuiltinCall& call) {
  const std::string_view name = std::string_view(call.callee.name).substr(10);
  if (name.starts_with("overflow_")) return overflow_question(call);
  if (name.ends_with("_ok")) return access_question(call);
  SourceRange where = range_of(call.e);
  TermManager& manager = terms_.manager();
  if (call.callee.name == "__kleene_heap_size")
    return scalar_value(
        saved(manager.size_of(terms_.pointer(),
                              program_.allocation_term(),
                              terms_.convert(terms_.pointer(), argument(call, 0)))));
  Value unknown = unknown_value(call.e->getType(), call.callee.name, where);
  if (unknown.kind != Value::Kind::Scalar) return unknown;
  Type type = unknown.scalar.type();
  auto pointer = [&](std::size_t i) { return terms_.convert(terms_.pointer(), argument(call, i)); };
  if (name == "same_object") {
    Term equal = terms_.compare(Op::Eq, pointer(0), pointer(1));
    Term known = terms_.convert(type, terms_.truth(unknown.scalar));
    return scalar_value(saved(terms_.ite(equal, terms_.constant(type, 1), known)));
  }
  if (name == "OBJECT_SIZE" || name == "POINTER_OFFSET") {
    // Known at the beginning of an object that malloc made.
    Term size = manager.size_of(terms_.pointer(), program_.allocation_term(), pointer(0));
    Term known = terms_.negate(terms_.compare(Op::Eq, size, terms_.size(0)));
    Term value = name == "OBJECT_SIZE" ? terms_.convert(type, size) : terms_.constant(type, 0);
    return scalar_value(saved(terms_.ite(known, value, unknown.scalar)));
  }
  return unknown;
}

/// May so many bytes be read, or written? Without a number, as many as the pointer's type has.
Value FunctionLowering::access_question(const BuiltinCall& call) {
  TermManager& manager = terms_.manager();
  Term address = terms_.convert(terms_.pointer(), argument(call, 0));
  Term length;
  if (call.values.size() > 1) {
    length = terms_.convert(terms_.pointer(), argument(call, 1));
  } else {
    clang::QualType type = call.e->getArg(0)->IgnoreParenImpCasts()->getType()->getPointeeType();
    bool sized = !type.isNull() && !type->isVoidType() && !type->isIncompleteType();
    length = terms_.size(sized ? size_of(context_, type) : 1);
  }
  Term allocation = program_.allocation_term();
  bool read = call.callee.name.find("_r") != std::string::npos;
  Term valid = read ? manager.valid(allocation, address, length)
                    : manager.writable(allocation, address, length);
  if (call.callee.name.find("_rw") != std::string::npos)
    valid = manager.conj(valid, manager.writable(allocation, address, length));
  valid = manager.disj(terms_.compare(Op::Eq, length, terms_.size(0)), valid);
  VarId flag = temporary(Type::boolean());
  assign(flag, valid, range_);
  return scalar_value(terms_.convert(type_of(call.e), term(flag)));
}

/// Does the operation overflow in the type that C gives it?
Value FunctionLowering::overflow_question(const BuiltinCall& call) {
  const std::string& name = call.callee.name;
  bool plus = name.ends_with("_plus");
  bool minus = name.ends_with("overflow_minus");
  if (!plus && !minus && !name.ends_with("_mult"))
    unsupported(call.e, fmt::format("the word {} of CBMC", name));
  Term a = saved(argument(call, 0));
  Term b = saved(argument(call, 1));
  unsigned width = std::max({32U, a.type().width(), b.type().width()});
  auto is_unsigned = [&](Term t) { return t.type().width() == width && !t.type().is_signed(); };
  Type type = Type::machine(width, !is_unsigned(a) && !is_unsigned(b));
  Exact exact = exact_result(plus    ? Op::Add
                             : minus ? Op::Sub
                                     : Op::Mul,
                             saved(terms_.convert(type, a)),
                             saved(terms_.convert(type, b)),
                             type,
                             call);
  VarId flag = temporary(Type::boolean());
  assign(flag, exact.overflows, range_);
  return scalar_value(terms_.convert(type_of(call.e), term(flag)));
}

} // namespace kleene::frontend::c
