// SPDX-License-Identifier: Apache-2.0
#include "effects.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "builtin_names.h"

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

bool meet(const std::set<const void*>& a, const std::set<const void*>& b) {
  return std::ranges::any_of(a, [&](const void* x) { return b.contains(x); });
}

/// Something of `a` changes what `b` looks at.
bool disturbs(const Effects& a, const Effects& b) {
  if (meet(a.writes, b.reads) || meet(a.writes, b.writes)) return true;
  bool by_pointer = b.reads_memory || b.writes_memory;
  bool in_reach = by_pointer || b.reads_exposed || b.writes_exposed;
  if (a.writes_memory && in_reach) return true;
  if (a.writes_exposed && by_pointer) return true;
  bool does_something =
      in_reach || !b.reads.empty() || !b.writes.empty() || b.violates || b.unknown;
  if (a.unknown && does_something) return true;
  return (a.stops && b.violates) || (a.halts && b.overflows);
}

bool has_array(QualType type) {
  if (type->isArrayType()) return true;
  const auto* record = type->getAs<RecordType>();
  if (record == nullptr || record->getDecl()->getDefinition() == nullptr) return false;
  return std::ranges::any_of(record->getDecl()->getDefinition()->fields(),
                             [](const FieldDecl* f) { return has_array(f->getType()); });
}

bool has_pointer(QualType type) {
  if (type->isPointerType()) return true;
  if (type->isArrayType()) return has_pointer(QualType(type->getBaseElementTypeUnsafe(), 0));
  const auto* record = type->getAs<RecordType>();
  if (record == nullptr || record->getDecl()->getDefinition() == nullptr) return false;
  return std::ranges::any_of(record->getDecl()->getDefinition()->fields(),
                             [](const FieldDecl* f) { return has_pointer(f->getType()); });
}

/// Does this node of the tree do anything with an address but follow it, or ask whether it is null?
bool looks_at_address(const Stmt* node) {
  if (const auto* op = dyn_cast<BinaryOperator>(node)) {
    auto is_null = [](const Expr* e) {
      const auto* literal = dyn_cast<IntegerLiteral>(e->IgnoreParenCasts());
      return literal != nullptr && literal->getValue() == 0;
    };
    auto is_pointer = [](const Expr* e) { return e->getType()->isPointerType(); };
    if (!is_pointer(op->getLHS()) || !is_pointer(op->getRHS())) return false;
    if (op->getOpcode() == BO_Sub || op->isRelationalOp()) return true;
    return op->isEqualityOp() && !is_null(op->getLHS()) && !is_null(op->getRHS());
  }
  if (const auto* cast = dyn_cast<CastExpr>(node)) {
    bool of_bytes = cast->getCastKind() == CK_BitCast && cast->getType()->isPointerType()
                    && has_pointer(cast->getSubExpr()->getType()->getPointeeType())
                    && !has_pointer(cast->getType()->getPointeeType());
    return of_bytes || cast->getCastKind() == CK_PointerToIntegral;
  }
  // Other members of a union may share the bits.
  const auto* member = dyn_cast<MemberExpr>(node);
  const auto* field = member == nullptr ? nullptr : dyn_cast<FieldDecl>(member->getMemberDecl());
  if (field == nullptr || !field->getParent()->isUnion()) return false;
  return std::ranges::any_of(field->getParent()->fields(),
                             [](const FieldDecl* f) { return has_pointer(f->getType()); });
}

Effects builtin_effects(Builtin kind) {
  Effects result;
  switch (kind) {
  case Builtin::Nondet:
  case Builtin::Nothing:
  case Builtin::Expect:
  case Builtin::Bswap:
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

void Effects::add(const Effects& other) {
  reads.insert(other.reads.begin(), other.reads.end());
  writes.insert(other.writes.begin(), other.writes.end());
  reads_exposed |= other.reads_exposed;
  writes_exposed |= other.writes_exposed;
  reads_memory |= other.reads_memory;
  writes_memory |= other.writes_memory;
  unknown |= other.unknown;
  stops |= other.stops;
  halts |= other.halts;
  violates |= other.violates;
  overflows |= other.overflows;
  looks_at_addresses |= other.looks_at_addresses;
}

/// Is it defined here as an object that nothing may change?
static bool is_constant_object(const VarDecl* variable) {
  const VarDecl* definition = variable->getDefinition();
  if (definition == nullptr || !definition->hasGlobalStorage()) return false;
  QualType element = definition->getASTContext().getBaseElementType(definition->getType());
  return element.isConstQualified() && !element.isVolatileQualified();
}

bool conflict(const Effects& a, const Effects& b) {
  return disturbs(a, b) || disturbs(b, a);
}

void EffectTable::touch(const VarDecl* variable, Access access, Effects& to) {
  if (access == Access::Address) return;
  if (access == Access::Read && is_constant_object(variable)) return;
  bool exposed = has_array(variable->getType());
  const void* key = variable;
  if (variable->hasGlobalStorage()) {
    const GlobalEntity& global = linkage_.global(variable);
    key = &global;
    exposed |= global.address_taken || global.external;
  } else {
    exposed |= discovery_.address_taken(variable);
    if (!exposed) return; // no call can get at it
  }
  if (access != Access::Write) {
    to.reads.insert(key);
    to.reads_exposed |= exposed;
  }
  if (access != Access::Read) {
    to.writes.insert(key);
    to.writes_exposed |= exposed;
  }
}

void EffectTable::walk_lvalue(const Expr* e, Access access, Summary& to) {
  e = e->IgnoreParens();
  to.own.looks_at_addresses |= looks_at_address(e);
  auto through_pointer = [&] {
    if (access == Access::Address) return;
    to.own.stops = true;
    to.own.reads_memory |= access != Access::Write;
    to.own.writes_memory |= access != Access::Read;
  };
  auto array_behind = [](const Expr* pointer) -> const Expr* {
    const auto* decay = dyn_cast<ImplicitCastExpr>(pointer->IgnoreParens());
    bool array = decay != nullptr && decay->getCastKind() == CK_ArrayToPointerDecay;
    return array ? decay->getSubExpr() : nullptr;
  };
  if (const auto* reference = dyn_cast<DeclRefExpr>(e)) {
    if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl()))
      touch(variable, access, to.own);
  } else if (const auto* member = dyn_cast<MemberExpr>(e)) {
    const Expr* array = member->isArrow() ? array_behind(member->getBase()) : member->getBase();
    if (array != nullptr) return walk_lvalue(array, access, to);
    walk(member->getBase(), to);
    through_pointer();
  } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) {
    to.own.stops |= access != Access::Address;
    walk(element->getIdx(), to);
    if (const Expr* array = array_behind(element->getBase())) return walk_lvalue(array, access, to);
    walk(element->getBase(), to);
    through_pointer();
  } else if (const auto* unary = dyn_cast<UnaryOperator>(e);
             unary && unary->getOpcode() == UO_Deref) {
    if (const Expr* array = array_behind(unary->getSubExpr()))
      return walk_lvalue(array, access, to);
    walk(unary->getSubExpr(), to);
    through_pointer();
  } else if (const auto* cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue()) {
    walk_lvalue(cast->getSubExpr(), access, to);
  } else if (const auto* extension = dyn_cast<UnaryOperator>(e);
             extension && extension->getOpcode() == UO_Extension) {
    walk_lvalue(extension->getSubExpr(), access, to);
  } else if (!isa<StringLiteral, PredefinedExpr>(e)) {
    walk(e, to);
  }
}

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

void EffectTable::call(const CallExpr* e, Summary& to) {
  if (const FunctionDecl* callee = direct_callee(e->getCallee()))
    return call(linkage_.function(callee), to);
  to.own.stops = true;
  if (!options_.pure_missing_bodies) to.own.add(builtin_effects(Builtin::None));
  for (FunctionEntity* function : callable_)
    call(*function, to);
}

void EffectTable::walk(const Stmt* statement, Summary& to) {
  if (statement == nullptr) return;
  if (isa<WhileStmt, ForStmt, DoStmt, GotoStmt, IndirectGotoStmt, AsmStmt>(statement))
    to.own.stops = true;
  if (isa<LabelStmt>(statement)) to.own.violates = true;
  if (looks_at_address(statement)) to.own.looks_at_addresses = true;
  if (isa<AsmStmt>(statement)) to.own.unknown = true;
  if (const auto* e = dyn_cast<CallExpr>(statement)) {
    call(e, to);
    if (direct_callee(e->getCallee()) == nullptr) walk(e->getCallee(), to);
    for (const Expr* argument : e->arguments())
      walk(argument, to);
    return;
  }
  if (const auto* cast = dyn_cast<CastExpr>(statement)) {
    const Expr* operand = cast->getSubExpr();
    if (!operand->isGLValue()) return walk(operand, to);
    bool read = cast->getCastKind() == CK_LValueToRValue;
    return walk_lvalue(operand, read ? Access::Read : Access::Address, to);
  }
  if (const auto* op = dyn_cast<BinaryOperator>(statement)) {
    if (op->isAssignmentOp()) {
      walk_lvalue(op->getLHS(), op->isCompoundAssignmentOp() ? Access::Both : Access::Write, to);
      if (op->isCompoundAssignmentOp()) to.own.overflows |= op->getType()->isSignedIntegerType();
      return walk(op->getRHS(), to);
    }
    to.own.stops |= op->isMultiplicativeOp() || op->isShiftOp();
    to.own.overflows |= op->getType()->isSignedIntegerType()
                        && (op->isMultiplicativeOp() || op->isAdditiveOp() || op->isShiftOp());
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(statement)) {
    to.own.overflows |= unary->getType()->isSignedIntegerType();
    if (unary->isIncrementDecrementOp()) return walk_lvalue(unary->getSubExpr(), Access::Both, to);
    if (unary->getOpcode() == UO_AddrOf)
      return walk_lvalue(unary->getSubExpr(), Access::Address, to);
  }
  if (isa<MemberExpr, ArraySubscriptExpr, DeclRefExpr>(statement)) {
    const auto* lvalue = cast<Expr>(statement);
    if (lvalue->isGLValue()) return walk_lvalue(lvalue, Access::Address, to);
  }
  if (isa<VAArgExpr>(statement)) to.own.reads_memory = to.own.writes_memory = true;
  if (const auto* trait = dyn_cast<UnaryExprOrTypeTraitExpr>(statement);
      trait && !trait->getTypeOfArgument()->isVariablyModifiedType())
    return;
  if (const auto* selection = dyn_cast<GenericSelectionExpr>(statement))
    return walk(selection->getResultExpr(), to);
  if (const auto* elvis = dyn_cast<BinaryConditionalOperator>(statement)) {
    walk(elvis->getCommon(), to);
    return walk(elvis->getFalseExpr(), to);
  }
  for (const Stmt* child : statement->children())
    walk(child, to);
}

void EffectTable::compute() {
  if (computed_) return;
  computed_ = true;
  for (const auto& function : linkage_.functions())
    if (function->reached && function->address_taken) callable_.push_back(function.get());
  std::vector<FunctionEntity*> all;
  std::set<const void*> globals;
  for (const GlobalEntity* global : discovery_.globals())
    globals.insert(global);
  for (const auto& function : linkage_.functions()) {
    if (!function->defined || !function->reached) continue;
    all.push_back(function.get());
    Summary& summary = summaries_[function.get()];
    walk(function->declaration->getBody(), summary);
    for (const ParmVarDecl* parameter : function->declaration->parameters())
      if (parameter->getOriginalType()->isVariablyModifiedType()) summary.own.unknown = true;
    // What a call does to its own variables is nobody else's business, as long as it uses their names.
    auto is_local = [&](const void* key) { return !globals.contains(key); };
    std::erase_if(summary.own.reads, is_local);
    std::erase_if(summary.own.writes, is_local);
    summary.all = summary.own;
  }
  // Whoever may come back to itself may do so for ever.
  for (FunctionEntity* function : all)
    if (calls_itself(function)) summaries_[function].own.stops = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (FunctionEntity* function : all) {
      Summary& summary = summaries_[function];
      Effects next = total(summary);
      if (next == summary.all) continue;
      summary.all = std::move(next);
      changed = true;
    }
  }
}

bool EffectTable::calls_itself(const FunctionEntity* function) {
  std::set<const FunctionEntity*> seen;
  std::vector<const FunctionEntity*> work{function};
  while (!work.empty()) {
    const FunctionEntity* next = work.back();
    work.pop_back();
    for (const FunctionEntity* callee : summaries_[next].callees) {
      if (callee == function) return true;
      if (seen.insert(callee).second) work.push_back(callee);
    }
  }
  return false;
}

Effects EffectTable::total(const Summary& summary) {
  Effects result = summary.own;
  for (const FunctionEntity* callee : summary.callees) {
    auto known = summaries_.find(callee);
    if (known != summaries_.end())
      result.add(known->second.all);
    else
      result.unknown = true;
  }
  return result;
}

Effects EffectTable::of(const Stmt* statement) {
  compute();
  Summary summary;
  walk(statement, summary);
  return total(summary);
}

Effects EffectTable::of_call(const CallExpr* e) {
  compute();
  Summary summary;
  call(e, summary);
  return total(summary);
}

Effects EffectTable::of_function(FunctionEntity& function) {
  compute();
  Summary summary;
  call(function, summary);
  return total(summary);
}

Effects EffectTable::of_access(const Expr* e, Access access) {
  compute();
  Effects result;
  auto array_behind = [](const Expr* pointer) -> const Expr* {
    const auto* decay = dyn_cast<ImplicitCastExpr>(pointer->IgnoreParens());
    bool array = decay != nullptr && decay->getCastKind() == CK_ArrayToPointerDecay;
    return array ? decay->getSubExpr() : nullptr;
  };
  while (e != nullptr) {
    e = e->IgnoreParens();
    if (const auto* reference = dyn_cast<DeclRefExpr>(e)) {
      if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl()))
        touch(variable, access, result);
      return result;
    }
    const auto* unary = dyn_cast<UnaryOperator>(e);
    if (const auto* member = dyn_cast<MemberExpr>(e)) {
      e = member->isArrow() ? array_behind(member->getBase()) : member->getBase();
    } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) {
      result.stops = true;
      e = array_behind(element->getBase());
    } else if (unary != nullptr && unary->getOpcode() == UO_Deref) {
      e = array_behind(unary->getSubExpr());
    } else if (unary != nullptr && unary->getOpcode() == UO_Extension) {
      e = unary->getSubExpr();
    } else if (const auto* cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue()) {
      e = cast->getSubExpr();
    } else {
      return result; // a value of its own: a literal, what a call returns
    }
  }
  result.stops = true;
  result.reads_memory = access != Access::Write;
  result.writes_memory = access != Access::Read;
  return result;
}

} // namespace kleene::frontend::c
