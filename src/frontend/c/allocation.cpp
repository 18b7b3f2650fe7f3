// SPDX-License-Identifier: Apache-2.0
// malloc, calloc, realloc and alloca. Requests are granted unless they are too large for any machine of
// today; then the result is null, as with every C library, or the execution ends.
#include "kleene/ir/order_choice.h"

#include <clang/AST/Expr.h>

#include "function_lowering.h"

namespace kleene::frontend::c {

/// Sizes from this one on are never granted.
Integer FunctionLowering::too_large() const {
  return Integer(1) << (terms_.pointer().width() == 32 ? 31U : 47U);
}

Term FunctionLowering::refused_size(Term size) {
  return terms_.compare(Op::Le, terms_.constant(terms_.pointer(), too_large()), size);
}

/// True if requests that are refused need no further thought.
bool FunctionLowering::drop_refused(Term refused, SourceRange where) {
  if (refused.is_false()) return true;
  if (!program_.options().huge_requests_end || program_.options().malloc_may_fail) return false;
  assume(terms_.negate(refused), ir::AssumeKind::Assumption, where);
  return true;
}

/// The condition, or the world says no.
Term FunctionLowering::may_fail(Term refused, SourceRange where) {
  if (!program_.options().malloc_may_fail) return refused;
  VarId fails = temporary(Type::boolean());
  cfg_.emit(ir::Havoc{{fails}, ir::Choice::Input, std::string(ir::allocation_fails), {}}, where);
  return terms_.manager().disj(refused, term(fails));
}

Value FunctionLowering::allocate_or_null(const BuiltinCall& call,
                                         Term size,
                                         Term refused,
                                         bool zeroed) {
  refused = saved(may_fail(refused, range_of(call.e)));
  if (drop_refused(refused, range_of(call.e))) return allocate(call, size, zeroed);
  SourceRange where = range_of(call.e);
  bool direct =
      call.into.valid() && program_.program().variable(call.into).type == terms_.pointer();
  VarId result = direct ? call.into : temporary(terms_.pointer());
  size = saved(size);
  ir::LocId grant = cfg_.fresh();
  ir::LocId refuse = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  cfg_.guard(refused, refuse, where);
  cfg_.guard(terms_.negate(refused), grant, where);
  cfg_.move_to(refuse);
  assign(result, terms_.size(0), where);
  forget_errno(where);
  cfg_.jump(after, where);
  cfg_.move_to(grant);
  BuiltinCall granted = call;
  granted.into = result;
  allocate(granted, size, zeroed);
  cfg_.join(after, where);
  return scalar_value(term(result));
}

Value FunctionLowering::allocate_product(const BuiltinCall& call, Term count, Term size) {
  // The product is too large, or wraps, if one factor is above the limit divided by the other.
  if (count.is_constant()) std::swap(count, size);
  count = saved(count);
  size = saved(size);
  Term zero = terms_.size(0);
  Term none = terms_.compare(Op::Eq, size, zero);
  Term divisor = terms_.ite(none, terms_.size(1), size);
  Term most =
      terms_.arithmetic(Op::Div, terms_.constant(terms_.pointer(), too_large() - 1), divisor);
  Term refused = terms_.manager().conj(terms_.negate(none), terms_.compare(Op::Lt, most, count));
  return allocate_or_null(call, terms_.arithmetic(Op::Mul, count, size), refused, true);
}

Value FunctionLowering::allocate(const BuiltinCall& call, Term size, bool zeroed) {
  bool direct =
      call.into.valid() && program_.program().variable(call.into).type == terms_.pointer();
  ir::Alloc object;
  object.target = direct ? call.into : temporary(terms_.pointer());
  object.size = size;
  object.storage = call.kind == Builtin::Alloca ? ir::Storage::Stack : ir::Storage::Heap;
  object.zeroed = zeroed;
  object.alignment = 16;
  object.region = program_.memory();
  object.name = call.kind == Builtin::Alloca ? "alloca" : call.callee.name;
  if (object.storage == ir::Storage::Heap && !program_.options().malloc_may_fail)
    program_.program().add_assumption(
        "malloc",
        program_.options().huge_requests_end
            ? "malloc, calloc and realloc never fail"
            : "malloc, calloc and realloc fail only where no machine could grant the request");
  VarId target = object.target;
  cfg_.emit(std::move(object), range_of(call.e));
  return scalar_value(term(target));
}

Value FunctionLowering::reallocate(const BuiltinCall& call, Term old, Term size) {
  SourceRange where = range_of(call.e);
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
  if (Term refused = saved(may_fail(refused_size(size), where)); !drop_refused(refused, where)) {
    // The old object stays as it is.
    ir::LocId refuse = cfg_.fresh();
    ir::LocId grant = cfg_.fresh();
    cfg_.guard(refused, refuse, where);
    cfg_.guard(terms_.negate(refused), grant, where);
    cfg_.move_to(refuse);
    assign(result, terms_.size(0), where);
    forget_errno(where);
    cfg_.jump(after, where);
    cfg_.move_to(grant);
  }

  // The new object may lie where the old one was: its contents wait elsewhere while neither is there.
  BuiltinCall waiting = call;
  waiting.into = temporary(terms_.pointer());
  Term aside = allocate(waiting, size, false).scalar;
  Term old_size = manager.size_of(terms_.pointer(), allocation, old);
  Term kept = saved(manager.ite(terms_.compare(Op::Lt, old_size, size), old_size, size));
  Term memory = program_.memory_term();
  auto copy = [&](Term to, Term from) {
    assign(program_.memory(), manager.mem_copy(memory, to, memory, from, kept), where);
  };
  copy(aside, old);
  cfg_.emit(ir::Free{old}, where);
  BuiltinCall grown = call;
  grown.into = result;
  copy(allocate(grown, size, false).scalar, aside);
  cfg_.emit(ir::Free{aside}, where);
  cfg_.join(after, where);
  return scalar_value(term(result));
}

} // namespace kleene::frontend::c
