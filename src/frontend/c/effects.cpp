// SPDX-License-Identifier: Apache-2.0
#include "effects.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <tuple>

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

/// Something of `a` changes what `b` looks at.
bool disturbs(const Effects& a, const Effects& b) {
  if (a.writes.intersects(b.reads) || a.writes.intersects(b.writes)) return true;
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

} // namespace

void Effects::add(const Effects& other) {
  reads |= other.reads;
  writes |= other.writes;
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

bool Effects::operator==(const Effects& other) const {
  auto flags = [](const Effects& e) {
    return std::tuple(e.reads_exposed,
                      e.writes_exposed,
                      e.reads_memory,
                      e.writes_memory,
                      e.unknown,
                      e.stops,
                      e.halts,
                      e.violates,
                      e.overflows,
                      e.looks_at_addresses);
  };
  return flags(*this) == flags(other) && reads == other.reads && writes == other.writes;
}

bool conflict(const Effects& a, const Effects& b) {
  return disturbs(a, b) || disturbs(b, a);
}

Pointers& EffectTable::pointers() {
  if (!pointers_) pointers_ = std::make_unique<Pointers>(linkage_, discovery_, options_, unknown_);
  return *pointers_;
}

bool EffectTable::is_exposed(const VarDecl* variable) const {
  if (has_array(variable->getType())) return true;
  if (!variable->hasGlobalStorage()) return discovery_.address_taken(variable);
  const GlobalEntity& global = linkage_.global(variable);
  return global.address_taken || global.external;
}

void EffectTable::touch(const VarDecl* variable, Access access, Summary& to) {
  if (access == Access::Address || is_constant_object(variable)) return;
  bool exposed = is_exposed(variable);
  // What a call does to variables of its own is nobody else's business, as long as it uses their names.
  if (!variable->hasGlobalStorage() && (!exposed || to.function != nullptr)) return;
  unsigned object = pointers().object(variable);
  if (access != Access::Write) {
    to.own.reads.set(object);
    to.own.reads_exposed |= exposed;
  }
  if (access != Access::Read) {
    to.own.writes.set(object);
    to.own.writes_exposed |= exposed;
  }
}

/// An access through a pointer.
void EffectTable::follow(const Expr* pointer, Access access, Effects& to) {
  if (access == Access::Address) return;
  to.stops = true;
  const Pointers::Objects* targets = pointers().targets(pointer);
  if (targets == nullptr) {
    to.reads_memory |= access != Access::Write;
    to.writes_memory |= access != Access::Read;
    return;
  }
  Pointers::Objects changing = *targets;
  changing.intersectWithComplement(pointers().immutable());
  if (changing.empty()) return;
  if (access != Access::Write) {
    to.reads |= changing;
    to.reads_exposed = true;
  }
  if (access != Access::Read) {
    to.writes |= changing;
    to.writes_exposed = true;
  }
}

void EffectTable::walk_lvalue(const Expr* e, Access access, Summary& to) {
  e = e->IgnoreParens();
  to.own.looks_at_addresses |= looks_at_address(e);
  auto array_behind = [](const Expr* pointer) -> const Expr* {
    const auto* decay = dyn_cast<ImplicitCastExpr>(pointer->IgnoreParens());
    bool array = decay != nullptr && decay->getCastKind() == CK_ArrayToPointerDecay;
    return array ? decay->getSubExpr() : nullptr;
  };
  if (const auto* reference = dyn_cast<DeclRefExpr>(e)) {
    if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl())) touch(variable, access, to);
  } else if (const auto* member = dyn_cast<MemberExpr>(e)) {
    const Expr* array = member->isArrow() ? array_behind(member->getBase()) : member->getBase();
    if (array != nullptr) return walk_lvalue(array, access, to);
    walk(member->getBase(), to);
    follow(member->getBase(), access, to.own);
  } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) {
    to.own.stops |= access != Access::Address;
    walk(element->getIdx(), to);
    if (const Expr* array = array_behind(element->getBase())) return walk_lvalue(array, access, to);
    walk(element->getBase(), to);
    follow(element->getBase(), access, to.own);
  } else if (const auto* unary = dyn_cast<UnaryOperator>(e);
             unary && unary->getOpcode() == UO_Deref) {
    if (const Expr* array = array_behind(unary->getSubExpr()))
      return walk_lvalue(array, access, to);
    walk(unary->getSubExpr(), to);
    follow(unary->getSubExpr(), access, to.own);
  } else if (const auto* cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue()) {
    walk_lvalue(cast->getSubExpr(), access, to);
  } else if (const auto* extension = dyn_cast<UnaryOperator>(e);
             extension && extension->getOpcode() == UO_Extension) {
    walk_lvalue(extension->getSubExpr(), access, to);
  } else if (!isa<StringLiteral, PredefinedExpr>(e)) {
    walk(e, to);
  }
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
  if (const auto* declarations = dyn_cast<DeclStmt>(statement))
    for (const Decl* decl : declarations->decls())
      if (const auto* cleanup = decl->getAttr<CleanupAttr>())
        call(linkage_.function(cleanup->getFunctionDecl()), to);
  if (isa<VAArgExpr, AtomicExpr>(statement)) to.own.reads_memory = to.own.writes_memory = true;
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
  for (const auto& function : linkage_.functions()) {
    if (!function->defined || !function->reached) continue;
    all.push_back(function.get());
    Summary& summary = summaries_[function.get()];
    summary.function = function.get();
    walk(function->declaration->getBody(), summary);
    for (const ParmVarDecl* parameter : function->declaration->parameters())
      if (parameter->getOriginalType()->isVariablyModifiedType()) summary.own.unknown = true;
  }
  // Whoever may come back to itself may do so for ever.
  for (FunctionEntity* function : all) {
    Summary& summary = summaries_[function];
    summary.recursive = calls_itself(function);
    summary.own.stops |= summary.recursive;
    summary.all = summary.own;
  }
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

/// The variables of a function that is active once at most are gone when it returns.
void EffectTable::hide_own_variables(const Summary& summary, Effects& effects) {
  if (summary.function == nullptr || summary.recursive) return;
  for (Pointers::Objects* objects : {&effects.reads, &effects.writes}) {
    Pointers::Objects hidden;
    for (unsigned object : *objects)
      if (pointers().owner(object) == summary.function) hidden.set(object);
    objects->intersectWithComplement(hidden);
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
  hide_own_variables(summary, result);
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
  Summary result;
  auto array_behind = [](const Expr* pointer) -> const Expr* {
    const auto* decay = dyn_cast<ImplicitCastExpr>(pointer->IgnoreParens());
    bool array = decay != nullptr && decay->getCastKind() == CK_ArrayToPointerDecay;
    return array ? decay->getSubExpr() : nullptr;
  };
  for (;;) {
    e = e->IgnoreParens();
    if (const auto* reference = dyn_cast<DeclRefExpr>(e)) {
      if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl()))
        touch(variable, access, result);
      return result.own;
    }
    const Expr* pointer = nullptr;
    const auto* unary = dyn_cast<UnaryOperator>(e);
    if (const auto* member = dyn_cast<MemberExpr>(e)) {
      pointer = member->isArrow() ? member->getBase() : nullptr;
      if (pointer == nullptr) e = member->getBase();
    } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) {
      result.own.stops = true;
      pointer = element->getBase();
    } else if (unary != nullptr && unary->getOpcode() == UO_Deref) {
      pointer = unary->getSubExpr();
    } else if (unary != nullptr && unary->getOpcode() == UO_Extension) {
      e = unary->getSubExpr();
    } else if (const auto* cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue()) {
      e = cast->getSubExpr();
    } else {
      return result.own; // a value of its own: a literal, what a call returns
    }
    if (pointer == nullptr) continue;
    e = array_behind(pointer);
    if (e != nullptr) continue;
    follow(pointer, access, result.own);
    return result.own;
  }
}

} // namespace kleene::frontend::c
