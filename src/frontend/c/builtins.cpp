// SPDX-License-Identifier: Apache-2.0
// Functions whose meaning is built in: the verifier's, the allocator's, and the compiler's own.
#include "kleene/ir/environment.h"
#include "kleene/logic/floats.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <fmt/core.h>

#include <algorithm>

#include "formats.h"
#include "function_lowering.h"
#include "libc_models.h"

namespace kleene::frontend::c {

using clang::dyn_cast;

namespace {

const Type byte_type = Type::machine(8, false);
const Type int_type = Type::machine(32, true);

OutputForm output_form(Builtin kind) {
  switch (kind) {
  case Builtin::Fprintf:
    return {0, 1, ""};
  case Builtin::Sprintf:
    return {std::nullopt, 1, ""};
  case Builtin::Snprintf:
    return {std::nullopt, 2, ""};
  case Builtin::Puts:
    return {std::nullopt, 0, "%s\n"};
  case Builtin::Putchar:
    return {std::nullopt, 0, "%c"};
  case Builtin::Fputs:
    return {1, 0, "%s"};
  case Builtin::Fputc:
    return {1, 0, "%c"};
  default:
    return {};
  }
}

/// As far as the copy is concerned, memmove is a mempcpy: neither is asked whether its objects are apart.
bool may_overlap(std::string_view copy) {
  return copy.find("memmove") != std::string_view::npos;
}

/// None of these is a NaN.
Term all_numbers(FoldingTerms& terms, const clang::CallExpr* e, const std::vector<Value>& values) {
  Term result = terms.manager().truth(true);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_float(e->getArg(static_cast<unsigned>(i))->getType())) continue;
    Term x = values[i].scalar;
    result = terms.manager().conj(result, floating(terms.manager(), FloatOp::Eq, x, x));
  }
  return result;
}

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
  if (auto number = float_constant(e)) return number;
  bool open = program_.options().open_optimisation;
  if (name == "__builtin_constant_p")
    return open ? terms_.convert(type, open_choice()) : terms_.constant(type, 0);
  if (name == "__builtin_object_size" || name == "__builtin_dynamic_object_size") {
    clang::Expr::EvalResult kind;
    bool least =
        e->getArg(1)->EvaluateAsInt(kind, context_) && kind.Val.getInt().getZExtValue() >= 2;
    Term usual = terms_.constant(type, least ? 0 : -1);
    if (!open) return usual;
    VarId size = temporary(type);
    cfg_.emit(ir::Havoc{{size}, ir::Choice::Unknown, name, {}}, range_of(e));
    return saved(terms_.ite(open_choice(), term(size), usual));
  }
  return std::nullopt;
}

Term FunctionLowering::argument(const BuiltinCall& call, std::size_t index) {
  if (index >= call.values.size() || call.values[index].kind != Value::Kind::Scalar)
    unsupported(call.e, fmt::format("call of {} with unusual arguments", call.callee.name));
  return call.values[index].scalar;
}

Value FunctionLowering::builtin(const BuiltinCall& call) {
  SourceRange where = range_of(call.e);
  bool takes_floats = call.kind == Builtin::Math || call.kind == Builtin::FloatBits
                      || call.kind == Builtin::Printf || call.kind == Builtin::Fprintf
                      || call.kind == Builtin::Sprintf || call.kind == Builtin::Snprintf;
  for (const clang::Expr* argument : call.e->arguments())
    if (is_float(argument->getType()) && !takes_floats)
      unsupported(call.e, fmt::format("call of {} with a float", call.callee.name));
  switch (call.kind) {
  case Builtin::Math:
    return math_builtin(call);
  case Builtin::FloatBits:
    if (call.values.empty()) return unknown_value(call.e->getType(), "a function of math.h", where);
    return scalar_value(argument(call, 0));
  case Builtin::Nondet:
    return nondet(call);
  case Builtin::Assume:
    cfg_.emit(ir::Assume{terms_.truth(argument(call, 0)), ir::AssumeKind::Assumption}, where);
    return {};
  case Builtin::Nothing:
    return {};
  case Builtin::AssertionFailure:
  case Builtin::Assert:
  case Builtin::Abort:
  case Builtin::Exit:
  case Builtin::Unreachable:
    return ending(call);
  case Builtin::Malloc:
  case Builtin::Alloca:
  case Builtin::Calloc:
  case Builtin::Realloc:
  case Builtin::Free:
  case Builtin::Memset:
  case Builtin::Memcpy:
  case Builtin::Mempcpy:
    return memory_builtin(call);
  case Builtin::Printf:
  case Builtin::Fprintf:
  case Builtin::Sprintf:
  case Builtin::Snprintf:
  case Builtin::Puts:
  case Builtin::Putchar:
  case Builtin::Fputs:
  case Builtin::Fputc:
    return output(call);
  case Builtin::Expect:
    return scalar_value(argument(call, 0));
  case Builtin::Bswap:
    return scalar_value(swapped_bytes(argument(call, 0)));
  case Builtin::Overflow:
    return overflow_check(call);
  case Builtin::Cprover:
    return cprover(call);
  case Builtin::Thread:
    return thread_builtin(call);
  case Builtin::Choice:
    return scalar_value(open_choice());
  case Builtin::WorldObject:
    return scalar_value(world_object(call));
  case Builtin::Reads:
    check_range(terms_.convert(terms_.pointer(), argument(call, 0)),
                terms_.convert(terms_.pointer(), argument(call, 1)),
                false,
                where);
    return {};
  case Builtin::Uses: {
    const std::string function = call.callee.name.substr(std::string("__kleene_uses_").size());
    bool used = false;
    for (const std::string& name : {function, "__kleene_" + function}) {
      const FunctionEntity* entity = program_.linkage().find_function(name);
      used = used || (entity != nullptr && entity->reached);
    }
    return scalar_value(terms_.constant(int_type, used ? 1 : 0));
  }
  case Builtin::OverflowsCount:
    return scalar_value(terms_.constant(int_type, program_.options().overflows_count ? 1 : 0));
  default:
    unsupported(call.e, describe_unsupported(call.callee.name));
  }
}

/// Heap memory, but that nobody may free: what the program sees of it does not begin where it does.
Term FunctionLowering::world_object(const BuiltinCall& call) {
  Term hidden = terms_.size(16);
  ir::Alloc object;
  object.target = temporary(terms_.pointer());
  object.size =
      terms_.arithmetic(Op::Add, terms_.convert(terms_.pointer(), argument(call, 0)), hidden);
  object.region = program_.memory();
  object.name = "environment";
  Term address = term(object.target);
  cfg_.emit(std::move(object), range_of(call.e));
  return saved(terms_.pointer_add(address, hidden));
}

/// Calls after which the program does not go on.
Value FunctionLowering::ending(const BuiltinCall& call) {
  SourceRange where = range_of(call.e);
  auto fail = [&] {
    mark_target({ir::TargetKind::Assertion, ""}, where);
    cfg_.end(ir::Halt{ir::HaltKind::AssertionFailure, Term()}, where);
  };
  switch (call.kind) {
  case Builtin::AssertionFailure:
    fail();
    return {};
  case Builtin::Assert: {
    ir::LocId holds = cfg_.fresh();
    ir::LocId fails = cfg_.fresh();
    Term condition = terms_.truth(argument(call, 0));
    cfg_.guard(condition, holds, where);
    cfg_.guard(terms_.negate(condition), fails, where);
    cfg_.move_to(fails);
    fail();
    cfg_.move_to(holds);
    break;
  }
  case Builtin::Exit:
    if (call.callee.name == "exit" && !program_.destructors().empty()) {
      saved(argument(call, 0));
      call_at_startup(program_.destructors(), where);
    }
    // Other units may have registered functions that run now.
    if (program_.has_unknown()) unknown_code(call.callee.name, {}, where);
    cfg_.end(ir::Halt{ir::HaltKind::Exit, terms_.convert(int_type, argument(call, 0))}, where);
    break;
  case Builtin::Unreachable:
    assume(terms_.manager().truth(false), ir::AssumeKind::Unreachable, where);
    cfg_.move_to(cfg_.fresh());
    break;
  default:
    cfg_.end(ir::Halt{ir::HaltKind::Abort, Term()}, where);
    break;
  }
  if (!call.value_used) return {};
  return unknown_value(call.e->getType(), call.callee.name, where);
}

Value FunctionLowering::memory_builtin(const BuiltinCall& call) {
  SourceRange where = range_of(call.e);
  auto word = [&](std::size_t index) {
    return terms_.convert(terms_.pointer(), argument(call, index));
  };
  switch (call.kind) {
  case Builtin::Calloc:
    return allocate_product(call, word(0), word(1));
  case Builtin::Realloc:
    return reallocate(call, word(0), word(1));
  case Builtin::Free:
    assume(terms_.manager().freeable(program_.allocation_term(), word(0)),
           ir::AssumeKind::InvalidFree,
           where);
    cfg_.emit(ir::Free{word(0)}, where);
    return {};
  case Builtin::Memset:
  case Builtin::Memcpy:
  case Builtin::Mempcpy: {
    Term to = word(0);
    Term length = word(2);
    if (call.value_used) {
      to = saved(to);
      length = saved(length);
    }
    copy_or_set(may_overlap(call.callee.name) ? Builtin::Mempcpy : call.kind,
                to,
                argument(call, 1),
                length,
                where);
    return scalar_value(call.kind == Builtin::Mempcpy ? terms_.pointer_add(to, length) : to);
  }
  case Builtin::Alloca:
    return allocate(call, word(0), false);
  default:
    return allocate_or_null(call, word(0), refused_size(word(0)), false);
  }
}

Term FunctionLowering::swapped_bytes(Term value) {
  Type type = value.type();
  Term result;
  for (unsigned i = 0; i < type.width(); i += 8) {
    Term part = terms_.arithmetic(Op::Shr, value, terms_.constant(type, i));
    part = terms_.arithmetic(Op::BitAnd, part, terms_.constant(type, 0xff));
    part = terms_.arithmetic(Op::Shl, part, terms_.constant(type, type.width() - 8 - i));
    result = i == 0 ? part : terms_.arithmetic(Op::BitOr, result, part);
  }
  return result;
}

Value FunctionLowering::nondet(const BuiltinCall& call) {
  if (call.e->getType()->isVoidType()) return {};
  auto type = scalar_type(context_, call.e->getType());
  if (!type) unsupported(call.e, describe_unsupported(call.e->getType()));
  bool direct = call.into.valid() && program_.program().variable(call.into).type == *type;
  VarId target = direct ? call.into : temporary(*type);
  std::string origin = call.callee.name;
  if (origin.starts_with(input_prefix))
    origin = std::string(ir::environment_prefix) + origin.substr(input_prefix.size());
  cfg_.emit(ir::Havoc{{target}, ir::Choice::Input, std::move(origin), {}}, range_of(call.e));
  return scalar_value(term(target));
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
    if (kind == Builtin::Memcpy && program_.options().memory_checks) {
      // An object may be copied to itself: compilers do that.
      auto leaves_room = [&](Term a, Term b) {
        return terms_.compare(Op::Le, length, terms_.arithmetic(Op::Sub, a, b));
      };
      Term apart = manager.conj(leaves_room(to, source), leaves_room(source, to));
      apart = manager.disj(terms_.compare(Op::Eq, to, source), apart);
      if (!apart.is_true()) cfg_.emit(ir::Assume{apart, ir::AssumeKind::Overlap}, range);
    }
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

/// In a format that is looked at when the program runs.
Value FunctionLowering::output_by_model(const BuiltinCall& call) {
  FunctionEntity* model = program_.linkage().find_function(format_model(call.callee.name));
  if (model == nullptr || !model->reached)
    unsupported(call.e, "output in a format that is not covered");
  Value result = call_body(*model, call.e, call.values, call.value_used, VarId());
  if (!program_.options().pure_missing_bodies) forget_errno(range_of(call.e));
  return result;
}

/// Through any stream: the model looks at it, what is printed is read, and nobody sees it again.
Value FunctionLowering::output_to_file(const BuiltinCall& call, const OutputForm& form) {
  SourceRange where = range_of(call.e);
  if (form.fixed.empty() && !is_plain_format(call.e->getArg(static_cast<unsigned>(form.format))))
    return output_by_model(call);
  FunctionEntity* stream = program_.linkage().find_function(std::string(stream_model));
  if (stream == nullptr || !stream->reached)
    return missing_call(call.callee, call.e, call.values, call.value_used);
  ir::Output text;
  for (std::size_t i = form.fixed.empty() ? form.format + 1 : 0; i < call.values.size(); ++i)
    if (i != *form.stream) text.arguments.push_back(saved(argument(call, i)));
  const clang::Expr* format =
      form.fixed.empty() ? call.e->getArg(static_cast<unsigned>(form.format)) : nullptr;
  cfg_.emit(ir::Call{{},
                     program_.procedure(*stream),
                     {terms_.convert(terms_.pointer(), argument(call, *form.stream))}},
            where);
  if (program_.options().memory_checks && form.fixed != "%c") check_output(text, format, where);
  if (!program_.options().pure_missing_bodies) forget_errno(where);
  if (!call.value_used) return {};
  Term result = any_natural(call.callee.name, where);
  if (form.fixed == "%c")
    result = saved(terms_.convert(int_type, terms_.convert(byte_type, call.values[0].scalar)));
  return scalar_value(saved(terms_.ite(open_choice(), terms_.constant(int_type, -1), result)));
}

Value FunctionLowering::output(const BuiltinCall& call) {
  const std::vector<Value>& values = call.values;
  OutputForm form = output_form(call.kind);
  std::size_t last = std::max(form.format, form.stream.value_or(0));
  for (std::size_t i = 0; i < std::max(values.size(), last + 1); ++i)
    argument(call, i);
  ir::Output text;
  if (form.stream) {
    auto where_to = channel(call.e->getArg(static_cast<unsigned>(*form.stream)));
    if (!where_to) return output_to_file(call, form);
    text.channel = *where_to;
  }
  if (call.kind == Builtin::Sprintf || call.kind == Builtin::Snprintf) {
    text.channel = ir::Channel::Memory;
    text.region = program_.memory();
    text.destination = terms_.convert(terms_.pointer(), values[0].scalar);
    if (call.kind == Builtin::Snprintf)
      text.limit = terms_.convert(terms_.pointer(), values[1].scalar);
  }
  if (!form.fixed.empty()) {
    text.format = program_.address(program_.text_object(form.fixed + '\0'));
    text.arguments.push_back(values[0].scalar);
  } else {
    if (!is_plain_format(call.e->getArg(static_cast<unsigned>(form.format))))
      return output_by_model(call);
    text.format = terms_.convert(terms_.pointer(), values[form.format].scalar);
    for (std::size_t i = form.format + 1; i < values.size(); ++i)
      text.arguments.push_back(values[i].scalar);
  }
  SourceRange where = range_of(call.e);
  Term result;
  if (call.value_used && form.fixed == "%c") {
    result = saved(terms_.convert(int_type, terms_.convert(byte_type, values[0].scalar)));
  } else if (call.value_used && !form.fixed.empty()) {
    result = any_natural(call.callee.name, where);
  } else if (call.value_used) {
    text.result = temporary(int_type);
    result = term(text.result);
  }
  bool may_fail = text.channel != ir::Channel::Memory;
  if (program_.options().memory_checks) {
    const clang::Expr* format =
        form.fixed.empty() ? call.e->getArg(static_cast<unsigned>(form.format)) : nullptr;
    if (form.fixed.empty() || form.fixed.find("%s") != std::string::npos)
      check_output(text, format, where);
  }
  cfg_.emit(std::move(text), where);
  if (!program_.options().pure_missing_bodies) forget_errno(where);
  if (!call.value_used) return {};
  if (!may_fail) return scalar_value(result);
  // A NaN may have a sign. (Text in memory shows it, so there it is known: float_bits.h.)
  if (Term numbers = all_numbers(terms_, call.e, values);
      form.fixed.empty() && !numbers.is_true()) {
    ir::LocId open = cfg_.fresh();
    ir::LocId after = cfg_.fresh();
    cfg_.guard(numbers, after, where);
    cfg_.guard(terms_.negate(numbers), open, where);
    cfg_.move_to(open);
    cfg_.emit(ir::Havoc{{result.variable()}, ir::Choice::Unknown, call.callee.name, {}}, where);
    cfg_.join(after, where);
  }
  return scalar_value(saved(terms_.ite(open_choice(), terms_.constant(int_type, -1), result)));
}

/// An int that is not negative, and of which nobody knows more.
Term FunctionLowering::any_natural(const std::string& origin, SourceRange range) {
  VarId any = temporary(int_type);
  cfg_.emit(ir::Havoc{{any}, ir::Choice::Unknown, origin, {}}, range);
  Term most = terms_.constant(int_type, 0x7fffffff);
  return saved(terms_.arithmetic(Op::BitAnd, term(any), most));
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
  Lvalue to = list(e->getArg(0));
  store(to, word, load(list(e->getArg(1)), word, e), e);
  return {};
}

/// __builtin_add_overflow and its kin: the exact result is computed in 64 bits, so operands may have
/// at most 32; addition and subtraction of equal types go further.
Value FunctionLowering::overflow_check(const BuiltinCall& call) {
  const clang::CallExpr* e = call.e;
  const std::string& name = call.callee.name;
  Term a = saved(argument(call, 0));
  Term b = saved(argument(call, 1));
  Term to = terms_.convert(terms_.pointer(), argument(call, 2));
  clang::QualType target_type = e->getArg(2)->getType()->getPointeeType();
  auto target = scalar_type(context_, target_type);
  if (!target || !target->is_machine()) unsupported(e, name);
  Op op = name.find("add") != std::string::npos   ? Op::Add
          : name.find("sub") != std::string::npos ? Op::Sub
                                                  : Op::Mul;
  Exact exact = exact_result(op, a, b, *target, call);
  VarId flag = temporary(Type::boolean());
  assign(flag, exact.overflows, range_);
  store(in_memory(to, false), target_type, exact.result, e);
  return scalar_value(term(flag));
}

/// The result as the type holds it, and whether that differs from the exact one.
FunctionLowering::Exact
FunctionLowering::exact_result(Op op, Term a, Term b, Type target, const BuiltinCall& call) {
  Term result;
  Term overflows;
  if (a.type().width() <= 32 && b.type().width() <= 32) {
    bool both_unsigned = !a.type().is_signed() && !b.type().is_signed();
    Type wide = Type::machine(64, !(both_unsigned && op == Op::Mul));
    Term exact = terms_.arithmetic(op, terms_.convert(wide, a), terms_.convert(wide, b));
    result = saved(terms_.convert(target, exact));
    Term back = terms_.convert(wide, result);
    overflows = terms_.negate(terms_.compare(Op::Eq, back, exact));
    if (target.width() == 64 && target.is_signed() != wide.is_signed())
      overflows =
          terms_.manager().disj(overflows,
                                terms_.compare(Op::Lt,
                                               terms_.convert(Type::machine(64, true), exact),
                                               terms_.constant(Type::machine(64, true), 0)));
  } else if (a.type() == b.type() && a.type() == target && op != Op::Mul) {
    Type plain = Type::machine(target.width(), false);
    Term wrapped = terms_.arithmetic(op, terms_.convert(plain, a), terms_.convert(plain, b));
    result = saved(terms_.convert(target, wrapped));
    Term zero = terms_.constant(target, 0);
    if (!target.is_signed()) {
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
    unsupported(call.e, fmt::format("{} on these types", call.callee.name));
  }
  return {result, overflows};
}

} // namespace kleene::frontend::c
