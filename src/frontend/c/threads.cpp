// SPDX-License-Identifier: Apache-2.0
// Threads: what the models (models/threads.c) are made of, and reads of what threads share.
#include "kleene/ir/threads.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <fmt/core.h>

#include "function_lowering.h"
#include "libc_models.h"
#include "thread_ids.h"

namespace kleene::frontend::c {
namespace {

constexpr std::string_view atomic_prefix = "__VERIFIER_atomic_";

/// The members that the models use.
unsigned least_size(std::string_view function) {
  if (function.starts_with("pthread_mutexattr")) return 4;
  if (function.starts_with("pthread_mutex_")) return 20;
  if (function.starts_with("pthread_rwlock_")) return 8;
  if (function.starts_with("pthread_barrier_")) return 12;
  return function.starts_with("sem_") ? 4 : 0;
}

} // namespace

VarId ProgramLowering::atomic() {
  if (!program().atomic.valid()) {
    ir::Variable flag;
    flag.name = program().fresh_name("atomic");
    flag.display = "atomic section";
    flag.type = Type::boolean();
    flag.initial = program().terms->truth(false);
    flag.temporary = true;
    program().atomic = program().add_variable(std::move(flag));
    if (has_threads())
      program().add_assumption("threads",
                               "threads are sequentially consistent, accesses of scalars do not "
                               "overlap, the operands of an expression are read from left to "
                               "right, uninitialised values are any value, pthread_create does "
                               "not fail, and a weak exchange fails only where a strong one does");
  }
  return program().atomic;
}

/// Begins an atomic section; gives the variable that says whether there was one already.
VarId FunctionLowering::enter_section(SourceRange where) {
  VarId before = temporary(Type::boolean());
  VarId atomic = program_.atomic();
  cfg_.emit(ir::Assign{{before, atomic}, {term(atomic), terms_.manager().truth(true)}}, where);
  return before;
}

/// What reads and writes an atomic object is one step.
std::optional<VarId> FunctionLowering::enter_section_for(clang::QualType type) {
  if (!type->isAtomicType() || !program_.has_threads()) return std::nullopt;
  return enter_section(range_);
}

void FunctionLowering::leave_section(Term before, SourceRange where) {
  assign(program_.atomic(), before, where);
}

bool FunctionLowering::is_section(const FunctionEntity& callee) const {
  return callee.defined && !callee.library && callee.name.starts_with(atomic_prefix)
         && program_.has_threads();
}

/// The objects of the program's own declarations must have room for what the models keep in them.
void FunctionLowering::require_room(const FunctionEntity& callee, const clang::CallExpr* e) {
  unsigned least = callee.library || callee.model != nullptr ? least_size(callee.name) : 0;
  if (least == 0 || e->getNumArgs() == 0) return;
  clang::QualType pointer = e->getArg(0)->IgnoreParenImpCasts()->getType();
  if (!pointer->isPointerType()) return;
  clang::QualType object = pointer->getPointeeType();
  if (object->isVoidType() || object->isIncompleteType()) return;
  if (size_of(context_, object) < least)
    unsupported(e, fmt::format("{} for an object of an unusual type", callee.name));
}

Value FunctionLowering::thread_builtin(const BuiltinCall& call) {
  SourceRange where = range_of(call.e);
  const std::string& name = call.callee.name;
  if (name == "__kleene_enter") return scalar_value(term(enter_section(where)));
  if (name == "__kleene_ids")
    return scalar_value(terms_.constant(type_of(call.e), looks_at_thread_ids(program_.linkage())));
  if (name == "__kleene_leave") {
    leave_section(terms_.truth(argument(call, 0)), where);
  } else if (name == "__kleene_await") {
    Term condition = terms_.truth(argument(call, 0));
    bool alone = !program_.has_threads();
    // Engines and judges of programs without threads know no waiting.
    if (alone && program_.options().deadlocks_count)
      unless_opaque(condition, where, "waiting, without another thread,");
    ir::LocId next = cfg_.fresh();
    cfg_.guard(condition, next, where);
    if (alone) {
      // Nobody is there to end it: it lasts for ever.
      ir::LocId waits = cfg_.fresh_head();
      cfg_.guard(terms_.negate(condition), waits, where);
      cfg_.move_to(waits);
      cfg_.jump(waits, where);
    }
    cfg_.move_to(next);
  } else if (name == "__kleene_spawn") {
    FunctionEntity* body = program_.linkage().find_function(std::string(thread_body));
    ir::Spawn spawn{program_.procedure(*body), {}};
    for (std::size_t i = 1; i < call.values.size(); ++i)
      spawn.arguments.push_back(terms_.convert(terms_.pointer(), argument(call, i)));
    cfg_.emit(std::move(spawn), where);
  } else {
    cfg_.end(ir::EndThread{}, where);
  }
  return {};
}

/// Thread-local variables lie side by side, one for each thread.
Term FunctionLowering::in_this_thread(Term address, const GlobalEntity& global) {
  if (global.each == 0) return address;
  for (const auto& entity : program_.linkage().globals()) {
    if (entity->name != ir::self_variable || !entity->library) continue;
    const GlobalEntity& self = program_.place(*entity);
    Term number = terms_.convert(terms_.pointer(), term(self.variables.at(0)));
    return terms_.pointer_add(address, terms_.offset(number, global.each));
  }
  return address;
}

/// With threads, a value that another one may change is read once, here.
Term FunctionLowering::read_now(Term value) {
  if (!program_.has_threads() || !is_open(value)) return value;
  return saved(value);
}

} // namespace kleene::frontend::c
