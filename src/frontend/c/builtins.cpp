// SPDX-License-Identifier: Apache-2.0
// Functions whose meaning is built in: the verifier's, the allocator's, and the compiler's own.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <fmt/core.h>

#include <algorithm>

#include "function_lowering.h"

namespace kleene::frontend::c {

using clang::dyn_cast;

namespace {

const Type byte_type = Type::machine(8, false);
const Type int_type = Type::machine(32, true);

} // namespace

/// Built-ins of the compiler that are constants here.
std::optional<Term> FunctionLowering::constant_builtin(const clang::CallExpr* e,
                                                       const std::string& name) {
  if (!name.starts_with("__builtin_") || !scalar_type(context_, e->getType())) return std::nullopt;
  Type type = type_of(e);
  clang::Expr::EvalResult constant;
  if (e->EvaluateAsInt(constant, context_)) {
    const llvm::APSInt& number = constant.Val.getInt();
    return terms_.constant(type,
                           number.isSigned() ? Integer(number.getSExtValue())
                                             : static_cast<Integer>(number.getZExtValue()));
  }
  if (name == "__builtin_constant_p") return terms_.constant(type, 0);
  if (name == "__builtin_object_size" || name == "__builtin_dynamic_object_size") {
    clang::Expr::EvalResult kind;
    bool least =
        e->getArg(1)->EvaluateAsInt(kind, context_) && kind.Val.getInt().getZExtValue() >= 2;
    return terms_.constant(type, least ? 0 : -1);
  }
  return std::nullopt;
}

Value FunctionLowering::builtin(Builtin kind,
                                const FunctionEntity& callee,
                                const clang::CallExpr* e,
                                const std::vector<Value>& values,
                                bool value_used,
                                VarId into) {
  SourceRange where = range_of(e);
  auto argument = [&](std::size_t i) {
    if (i >= values.size() || values[i].kind != Value::Kind::Scalar)
      unsupported(e, fmt::format("call of {} with unusual arguments", callee.name));
    return values[i].scalar;
  };
  switch (kind) {
  case Builtin::Nondet:
    return nondet(callee, e, value_used, into);
  case Builtin::Assume:
    cfg_.emit(ir::Assume{terms_.truth(argument(0)), ir::AssumeKind::Assumption}, where);
    return {};
  case Builtin::Nothing:
  case Builtin::VaEnd:
    return {};
  case Builtin::AssertionFailure:
    mark_target({ir::TargetKind::Assertion, ""}, where);
    cfg_.end(ir::Halt{ir::HaltKind::AssertionFailure, Term()}, where);
    return {};
  case Builtin::Assert: {
    ir::LocId holds = cfg_.fresh();
    ir::LocId fails = cfg_.fresh();
    Term condition = terms_.truth(argument(0));
    cfg_.guard(condition, holds, where);
    cfg_.guard(terms_.negate(condition), fails, where);
    cfg_.move_to(fails);
    mark_target({ir::TargetKind::Assertion, ""}, where);
    cfg_.end(ir::Halt{ir::HaltKind::AssertionFailure, Term()}, where);
    cfg_.move_to(holds);
    return value_used ? unknown_value(e->getType(), callee.name, where) : Value();
  }
  case Builtin::Abort:
    cfg_.end(ir::Halt{ir::HaltKind::Abort, Term()}, where);
    return {};
  case Builtin::Exit:
    cfg_.end(ir::Halt{ir::HaltKind::Exit, terms_.convert(int_type, argument(0))}, where);
    return {};
  case Builtin::Unreachable:
    assume(terms_.manager().truth(false), ir::AssumeKind::Unreachable, where);
    cfg_.move_to(cfg_.fresh());
    return {};
  case Builtin::Malloc:
  case Builtin::Alloca:
    return allocate(kind, e, terms_.convert(terms_.pointer(), argument(0)), false, into);
  case Builtin::Calloc: {
    Term count = terms_.convert(terms_.pointer(), argument(0));
    Term size = terms_.convert(terms_.pointer(), argument(1));
    return allocate(kind, e, terms_.arithmetic(Op::Mul, count, size), true, into);
  }
  case Builtin::Realloc:
    return reallocate(e,
                      terms_.convert(terms_.pointer(), argument(0)),
                      terms_.convert(terms_.pointer(), argument(1)));
  case Builtin::Free: {
    Term address = terms_.convert(terms_.pointer(), argument(0));
    assume(terms_.manager().freeable(program_.allocation_term(), address),
           ir::AssumeKind::InvalidFree,
           where);
    cfg_.emit(ir::Free{address}, where);
    return {};
  }
  case Builtin::Memset:
  case Builtin::Memcpy:
  case Builtin::Mempcpy: {
    Term to = saved_if(value_used, terms_.convert(terms_.pointer(), argument(0)));
    Term length = terms_.convert(terms_.pointer(), argument(2));
    if (kind == Builtin::Mempcpy) length = saved_if(value_used, length);
    copy_or_set(kind, to, argument(1), length, where);
    return scalar_value(kind == Builtin::Mempcpy ? terms_.pointer_add(to, length) : to);
  }
  case Builtin::Printf:
  case Builtin::Fprintf:
  case Builtin::Sprintf:
  case Builtin::Snprintf:
  case Builtin::Puts:
  case Builtin::Putchar:
  case Builtin::Fputs:
  case Builtin::Fputc:
    return output(kind, callee, e, values, value_used);
  case Builtin::Expect:
    return scalar_value(argument(0));
  case Builtin::Bswap: {
    Term value = argument(0);
    Type type = value.type();
    Term result = terms_.constant(type, 0);
    for (unsigned i = 0; i < type.width(); i += 8) {
      Term part = terms_.arithmetic(Op::Shr, value, terms_.constant(type, i));
      part = terms_.arithmetic(Op::BitAnd, part, terms_.constant(type, 0xff));
      part = terms_.arithmetic(Op::Shl, part, terms_.constant(type, type.width() - 8 - i));
      result = i == 0 ? part : terms_.arithmetic(Op::BitOr, result, part);
    }
    return scalar_value(result);
  }
  case Builtin::Overflow:
    return overflow_check(callee, e, values);
  default:
    unsupported(e, describe_unsupported(callee.name));
  }
}

Term FunctionLowering::saved_if(bool wanted, Term value) {
  return wanted ? saved(value) : value;
}

Value FunctionLowering::nondet(const FunctionEntity& callee,
                               const clang::CallExpr* e,
                               bool value_used,
                               VarId into) {
  if (e->getType()->isVoidType()) return {};
  auto type = scalar_type(context_, e->getType());
  if (!type) unsupported(e, describe_unsupported(e->getType()));
  // An unused value is chosen all the same: a test harness provides it.
  (void)value_used;
  bool direct = into.valid() && program_.program().variable(into).type == *type;
  VarId target = direct ? into : temporary(*type);
  cfg_.emit(ir::Havoc{{target}, ir::Choice::Angelic, callee.name, {}}, range_of(e));
  return scalar_value(term(target));
}

Value FunctionLowering::allocate(
    Builtin kind, const clang::CallExpr* e, Term size, bool zeroed, VarId into) {
  bool direct = into.valid() && program_.program().variable(into).type == terms_.pointer();
  ir::Alloc object;
  object.target = direct ? into : temporary(terms_.pointer());
  object.size = size;
  object.storage = kind == Builtin::Alloca ? ir::Storage::Stack : ir::Storage::Heap;
  object.zeroed = zeroed;
  object.alignment = 16;
  object.region = program_.memory();
  object.name = kind == Builtin::Alloca ? "alloca" : kind == Builtin::Calloc ? "calloc" : "malloc";
  VarId target = object.target;
  cfg_.emit(std::move(object), range_of(e));
  return scalar_value(term(target));
}

Value FunctionLowering::reallocate(const clang::CallExpr* e, Term old, Term size) {
  SourceRange where = range_of(e);
  TermManager& manager = terms_.manager();
  old = saved(old);
  size = saved(size);
  Term allocation = program_.allocation_term();
  assume(manager.freeable(allocation, old), ir::AssumeKind::InvalidFree, where);
  VarId result = temporary(terms_.pointer());
  ir::LocId grow = cfg_.fresh();
  ir::LocId drop = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  // glibc frees the object and returns null if the new size is zero.
  Term dropped = manager.conj(terms_.compare(Op::Eq, size, terms_.size(0)), terms_.truth(old));
  cfg_.guard(dropped, drop, where);
  cfg_.guard(terms_.negate(dropped), grow, where);
  cfg_.move_to(drop);
  cfg_.emit(ir::Free{old}, where);
  assign(result, terms_.size(0), where);
  cfg_.jump(after, where);

  cfg_.move_to(grow);
  Value fresh = allocate(Builtin::Realloc, e, size, false, result);
  Term old_size = manager.size_of(terms_.pointer(), allocation, old);
  Term length = manager.ite(terms_.compare(Op::Lt, old_size, size), old_size, size);
  Term memory = program_.memory_term();
  assign(program_.memory(), manager.mem_copy(memory, fresh.scalar, memory, old, length), where);
  cfg_.emit(ir::Free{old}, where);
  cfg_.join(after, where);
  return scalar_value(term(result));
}

void FunctionLowering::copy_or_set(
    Builtin kind, Term to, Term source, Term length, SourceRange range) {
  TermManager& manager = terms_.manager();
  Term memory = program_.memory_term();
  if (kind == Builtin::Memset) {
    check_range(to, length, true, range);
    memory = manager.mem_set(memory, to, terms_.convert(byte_type, source), length);
  } else {
    source = terms_.convert(terms_.pointer(), source);
    check_range(source, length, false, range);
    check_range(to, length, true, range);
    memory = manager.mem_copy(memory, to, memory, source, length);
  }
  assign(program_.memory(), memory, range);
}

std::optional<ir::Channel> FunctionLowering::channel(const clang::Expr* stream) {
  const auto* reference = dyn_cast<clang::DeclRefExpr>(stream->IgnoreParenCasts());
  if (reference == nullptr) return std::nullopt;
  std::string name = reference->getDecl()->getNameAsString();
  if (name == "stdout") return ir::Channel::Stdout;
  if (name == "stderr") return ir::Channel::Stderr;
  return std::nullopt;
}

Value FunctionLowering::output(Builtin kind,
                               const FunctionEntity& callee,
                               const clang::CallExpr* e,
                               const std::vector<Value>& values,
                               bool value_used) {
  ir::Output text;
  std::size_t format = 0;
  std::size_t stream = 0;
  const char* fixed = nullptr;
  switch (kind) {
  case Builtin::Fprintf:
    stream = 0;
    format = 1;
    break;
  case Builtin::Sprintf:
    format = 1;
    break;
  case Builtin::Snprintf:
    format = 2;
    break;
  case Builtin::Puts:
    fixed = "%s\n";
    break;
  case Builtin::Putchar:
    fixed = "%c";
    break;
  case Builtin::Fputs:
    fixed = "%s";
    stream = 1;
    break;
  case Builtin::Fputc:
    fixed = "%c";
    stream = 1;
    break;
  default:
    break;
  }
  for (const Value& value : values) {
    if (value.kind != Value::Kind::Scalar) unsupported(e, "printing of a record");
  }
  bool to_stream = kind == Builtin::Fprintf || kind == Builtin::Fputs || kind == Builtin::Fputc;
  if (values.size() <= std::max(format, to_stream ? stream : 0))
    unsupported(e, fmt::format("call of {} with unusual arguments", callee.name));
  if (to_stream) {
    auto where_to = channel(e->getArg(static_cast<unsigned>(stream)));
    if (!where_to) return missing_call(callee, e, values, value_used);
    text.channel = *where_to;
  }
  if (kind == Builtin::Sprintf || kind == Builtin::Snprintf) {
    text.channel = ir::Channel::Memory;
    text.region = program_.memory();
    text.destination = terms_.convert(terms_.pointer(), values[0].scalar);
    if (kind == Builtin::Snprintf) text.limit = terms_.convert(terms_.pointer(), values[1].scalar);
  }
  if (fixed != nullptr) {
    std::string bytes(fixed);
    bytes.push_back('\0');
    text.format = program_.address(program_.text_object(bytes));
    text.arguments.push_back(values[0].scalar);
  } else {
    text.format = terms_.convert(terms_.pointer(), values[format].scalar);
    for (std::size_t i = format + 1; i < values.size(); ++i)
      text.arguments.push_back(values[i].scalar);
  }
  Term result;
  if (value_used) {
    if (kind == Builtin::Putchar || kind == Builtin::Fputc) {
      result = terms_.convert(int_type, terms_.convert(byte_type, values[0].scalar));
    } else {
      text.result = temporary(int_type);
      result = term(text.result);
    }
  }
  cfg_.emit(std::move(text), range_of(e));
  return value_used ? scalar_value(result) : Value();
}

Value FunctionLowering::va_builtin(Builtin kind, const clang::CallExpr* e) {
  if (kind == Builtin::VaEnd) return {};
  clang::QualType word = context_.VoidPtrTy;
  auto list = [&](const clang::Expr* argument) {
    // Where va_list is an array, a pointer to it is passed; otherwise the variable itself.
    return argument->isGLValue() ? place(argument) : in_memory(scalar(argument), false);
  };
  if (kind == Builtin::VaStart) {
    if (!variadic_.valid()) unsupported(e, "va_start outside a variadic function");
    store(list(e->getArg(0)), word, term(variadic_), e);
    return {};
  }
  Place to = list(e->getArg(0));
  store(to, word, load(list(e->getArg(1)), word, e), e);
  return {};
}

/// __builtin_add_overflow and its kin: the exact result is computed in 64 bits, so operands may have
/// at most 32; addition and subtraction of equal types go further.
Value FunctionLowering::overflow_check(const FunctionEntity& callee,
                                       const clang::CallExpr* e,
                                       const std::vector<Value>& values) {
  if (values.size() != 3) unsupported(e, callee.name);
  Term a = saved(values[0].scalar);
  Term b = saved(values[1].scalar);
  clang::QualType target_type = e->getArg(2)->getType()->getPointeeType();
  auto target = scalar_type(context_, target_type);
  if (!target || !target->is_machine()) unsupported(e, callee.name);
  Op op = callee.name.find("add") != std::string::npos   ? Op::Add
          : callee.name.find("sub") != std::string::npos ? Op::Sub
                                                         : Op::Mul;
  Term result;
  Term overflows;
  if (a.type().width() <= 32 && b.type().width() <= 32) {
    bool both_unsigned = !a.type().is_signed() && !b.type().is_signed();
    Type wide = Type::machine(64, !(both_unsigned && op == Op::Mul));
    Term exact = terms_.arithmetic(op, terms_.convert(wide, a), terms_.convert(wide, b));
    result = saved(terms_.convert(*target, exact));
    Term back = terms_.convert(wide, result);
    overflows = terms_.negate(terms_.compare(Op::Eq, back, exact));
    if (target->width() == 64 && target->is_signed() != wide.is_signed())
      overflows =
          terms_.manager().disj(overflows,
                                terms_.compare(Op::Lt,
                                               terms_.convert(Type::machine(64, true), exact),
                                               terms_.constant(Type::machine(64, true), 0)));
  } else if (a.type() == b.type() && a.type() == *target && op != Op::Mul) {
    Type plain = Type::machine(target->width(), false);
    Term wrapped = terms_.arithmetic(op, terms_.convert(plain, a), terms_.convert(plain, b));
    result = saved(terms_.convert(*target, wrapped));
    Term zero = terms_.constant(*target, 0);
    if (!target->is_signed()) {
      overflows = op == Op::Add ? terms_.compare(Op::Lt, result, a) : terms_.compare(Op::Lt, a, b);
    } else {
      Term b_negative = terms_.compare(Op::Lt, b, zero);
      Term grows = op == Op::Add ? b_negative : terms_.negate(b_negative);
      // Adding something negative must not make the result larger, nor the other way round.
      Term larger = terms_.compare(Op::Lt, a, result);
      Term smaller = terms_.compare(Op::Lt, result, a);
      overflows = terms_.ite(grows, larger, smaller);
    }
  } else {
    unsupported(e, fmt::format("compiler built-in {} on these types", callee.name));
  }
  VarId flag = temporary(Type::boolean());
  assign(flag, overflows, range_);
  store(
      in_memory(terms_.convert(terms_.pointer(), values[2].scalar), false), target_type, result, e);
  return scalar_value(term(flag));
}

} // namespace kleene::frontend::c
