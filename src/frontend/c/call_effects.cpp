// SPDX-License-Identifier: Apache-2.0
// What calls do, as far as it decides whether the order of two evaluations matters.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include "builtin_names.h"
#include "effects.h"

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

Effects builtin_effects(Builtin kind) {
  Effects result;
  switch (kind) {
  case Builtin::Nondet:
  case Builtin::Nothing:
  case Builtin::Expect:
  case Builtin::Bswap:
  case Builtin::Choice:
  case Builtin::OverflowsCount:
  case Builtin::Uses:
  case Builtin::WorldObject:
  case Builtin::Malloc:
  case Builtin::Calloc:
  case Builtin::Alloca:
    break;
  case Builtin::AssertionFailure:
  case Builtin::Assert:
    result.violates = true;
    [[fallthrough]];
  case Builtin::Assume:
  case Builtin::Abort:
  case Builtin::Exit:
  case Builtin::Unreachable:
  case Builtin::Beyond:
    result.halts = true;
    result.stops = true;
    break;
  case Builtin::Printf:
  case Builtin::Fprintf:
  case Builtin::Puts:
  case Builtin::Putchar:
  case Builtin::Fputs:
  case Builtin::Fputc:
    result.reads_memory = true;
    break;
  case Builtin::None:
  case Builtin::Unsupported:
    result.unknown = true;
    result.stops = true;
    break;
  default:
    result.reads_memory = true;
    result.writes_memory = true;
    result.stops = true;
    break;
  }
  return result;
}

} // namespace

void EffectTable::call(FunctionEntity& callee, Summary& to) {
  if (options_.target_functions.contains(callee.name)) {
    to.own.violates = true;
    if (!callee.defined) return;
  }
  if (callee.defined) {
    to.callees.push_back(&callee);
  } else if (callee.model != nullptr) {
    to.callees.push_back(callee.model);
  } else if (Builtin kind = builtin_of(callee.name); kind != Builtin::None) {
    to.own.add(builtin_effects(kind));
  } else {
    bool ends = callee.declaration->getMostRecentDecl()->isNoReturn();
    to.own.stops |= ends;
    to.own.halts |= ends;
    if (!options_.pure_missing_bodies) to.own.add(builtin_effects(Builtin::None));
  }
}

/// Functions of the library that follow their arguments, and nothing else. False for all others.
bool EffectTable::call_builtin(const CallExpr* e, Builtin kind, Effects& to) {
  auto argument = [&](unsigned i, Access access) {
    if (i < e->getNumArgs()) follow(e->getArg(i), access, to);
  };
  auto read_all = [&](unsigned first) {
    for (unsigned i = first; i < e->getNumArgs(); ++i)
      if (e->getArg(i)->getType()->isPointerType()) argument(i, Access::Read);
  };
  switch (kind) {
  case Builtin::Memset:
    argument(0, Access::Write);
    return true;
  case Builtin::Memcpy:
  case Builtin::Mempcpy:
    argument(0, Access::Write);
    argument(1, Access::Read);
    return true;
  case Builtin::Overflow:
    argument(2, Access::Write);
    return true;
  case Builtin::Free:
  case Builtin::Realloc:
    argument(0, Access::Both);
    return true;
  case Builtin::Printf:
  case Builtin::Fprintf:
  case Builtin::Puts:
  case Builtin::Fputs:
    read_all(0);
    return true;
  case Builtin::Sprintf:
  case Builtin::Snprintf:
    argument(0, Access::Write);
    read_all(1);
    return true;
  default:
    return false;
  }
}

void EffectTable::call(const CallExpr* e, Summary& to) {
  if (const FunctionDecl* callee = direct_callee(e->getCallee())) {
    FunctionEntity& function = linkage_.function(callee, e);
    bool builtin = !function.defined && function.model == nullptr
                   && !options_.target_functions.contains(function.name);
    if (builtin && call_builtin(e, builtin_of(function.name), to.own)) return;
    return call(function, to);
  }
  to.own.stops = true;
  if (unknown_) to.own.add(builtin_effects(Builtin::None));
  const Pointers::Objects* targets = pointers().targets(e->getCallee());
  if (targets == nullptr) {
    for (FunctionEntity* function : callable_)
      call(*function, to);
    return;
  }
  for (unsigned target : *targets)
    if (FunctionEntity* function = pointers().function(target)) call(*function, to);
}

} // namespace kleene::frontend::c
