// SPDX-License-Identifier: Apache-2.0
#include "expression_parts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

/// gcc reads a plain variable on the left of these only after it has evaluated the right side.
bool gcc_reads_late(const BinaryOperator* e) {
  const Expr* left = e->getLHS()->IgnoreParenImpCasts();
  if (!isa<DeclRefExpr>(left)) return false;
  switch (e->getOpcode()) {
  case BO_Add:
  case BO_Mul:
  case BO_And:
  case BO_Or:
  case BO_Xor:
  case BO_EQ:
  case BO_NE:
    return true;
  default:
    return false;
  }
}

/// `a = b = c`: the inner assignment may write after the outer one, but the same value.
bool stores_the_same(const Expr* outer, const Expr* inner) {
  auto plain = [](const Expr* e) {
    const auto* op = dyn_cast<BinaryOperator>(e);
    return op != nullptr && op->getOpcode() == BO_Assign ? op : nullptr;
  };
  auto type = [](const Expr* e) { return e->getType().getCanonicalType().getUnqualifiedType(); };
  const BinaryOperator* next = plain(outer);
  while (next != nullptr && next != inner) {
    const Expr* right = next->getRHS()->IgnoreParens();
    if (type(right) != type(outer)) return false;
    next = plain(right);
  }
  return next != nullptr;
}

} // namespace

bool is_sequenced_inside(const Stmt* e) {
  if (isa<AbstractConditionalOperator, StmtExpr>(e)) return true;
  const auto* op = dyn_cast<BinaryOperator>(e);
  return op != nullptr && (op->isLogicalOp() || op->getOpcode() == BO_Comma);
}

Operand ExpressionParts::add(const Expr* e, Effects effects, const Operand& operands) {
  Part part;
  part.e = e;
  part.effects = std::move(effects);
  part.before = operands.parts;
  for (std::size_t i : operands.parts)
    part.before.insert(parts_[i].before.begin(), parts_[i].before.end());
  parts_.push_back(std::move(part));
  Operand result = operands;
  result.parts.insert(parts_.size() - 1);
  return result;
}

Operand
ExpressionParts::access(const Expr* e, const Expr* lvalue, Access how, const Operand& operands) {
  Operand result = add(e, effects_.of_access(lvalue, how), operands);
  bool writes = how != Access::Read;
  accesses_.push_back({e, lvalue, writes, parts_.size() - 1});
  std::size_t made = accesses_.size() - 1;
  for (std::size_t i : operands.pending)
    if (!stores_the_same(e, accesses_[i].e)) unsequenced_.emplace_back(i, made);
  if (writes) result.pending.insert(made);
  return result;
}

Operand ExpressionParts::visit_lvalue(const Expr* e) {
  e = e->IgnoreParens();
  Operand result;
  auto base = [&](const Expr* pointer) {
    const auto* decay = dyn_cast<ImplicitCastExpr>(pointer->IgnoreParens());
    if (decay != nullptr && decay->getCastKind() == CK_ArrayToPointerDecay)
      return visit_lvalue(decay->getSubExpr());
    return visit(pointer);
  };
  if (isa<DeclRefExpr>(e)) return result;
  if (const auto* member = dyn_cast<MemberExpr>(e)) {
    if (member->isArrow()) return base(member->getBase());
    return member->getBase()->isGLValue() ? visit_lvalue(member->getBase())
                                          : visit(member->getBase());
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) {
    result = base(element->getBase());
    result.add(visit(element->getIdx()));
    return result;
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(e)) {
    if (unary->getOpcode() == UO_Deref) return base(unary->getSubExpr());
    if (unary->getOpcode() == UO_Extension) return visit_lvalue(unary->getSubExpr());
  }
  if (const auto* cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue())
    return visit_lvalue(cast->getSubExpr());
  for (const Stmt* child : e->children())
    result.add(visit(child));
  return result;
}

Operand ExpressionParts::visit_assignment(const BinaryOperator* e) {
  // gcc evaluates the left side first only if the value comes straight from a call.
  bool left_first = !e->isCompoundAssignmentOp() && isa<CallExpr>(e->getRHS()->IgnoreParens());
  Operand operands;
  if (left_first) operands.add(visit_lvalue(e->getLHS()));
  operands.add(visit(e->getRHS()));
  if (!left_first) operands.add(visit_lvalue(e->getLHS()));
  Access how = e->isCompoundAssignmentOp() ? Access::Both : Access::Write;
  return access(e, e->getLHS(), how, operands);
}

Operand ExpressionParts::visit_call(const CallExpr* e) {
  Operand operands;
  if (direct_callee(e->getCallee()) == nullptr) operands.add(visit(e->getCallee()));
  for (unsigned i = e->getNumArgs(); i-- > 0;)
    operands.add(visit(e->getArg(i)));
  operands.pending.clear();
  Operand result = add(e, effects_.of_call(e), operands);
  parts_.back().call = true;
  return result;
}

Operand ExpressionParts::visit_binary(const BinaryOperator* e) {
  Operand operands;
  bool late = gcc_reads_late(e);
  operands.add(visit(late ? e->getRHS() : e->getLHS()));
  operands.add(visit(late ? e->getLHS() : e->getRHS()));
  return operands;
}

/// An operand that is sequenced in itself is one part: nothing comes in between. What it accesses is not
/// sequenced with what others access all the same.
Operand ExpressionParts::visit_sequenced(const Expr* e) {
  Operand result = add(e, effects_.of(e), {});
  std::size_t part = parts_.size() - 1;
  const auto* choice = dyn_cast<AbstractConditionalOperator>(e);
  const auto* op = dyn_cast<BinaryOperator>(e);
  bool comma = op != nullptr && op->getOpcode() == BO_Comma;
  for (const Stmt* child : e->children()) {
    if (child == nullptr) continue;
    ExpressionParts inner(effects_);
    Operand operand = inner.visit(child);
    bool first = choice != nullptr ? child == *e->child_begin() : op && child == op->getLHS();
    bool last = choice != nullptr ? !first : op != nullptr && child == op->getRHS();
    std::size_t offset = accesses_.size();
    for (ObjectAccess access : inner.accesses_) {
      access.part = part;
      access.conditional |= !first && !comma;
      access.in_statement |= isa<StmtExpr>(e);
      accesses_.push_back(access);
    }
    for (std::size_t i : operand.pending)
      if (last) result.pending.insert(offset + i);
    for (const Part& within : inner.parts_) {
      Part& whole = parts_[part];
      whole.call |= within.call;
      if (within.inside.empty()) whole.inside.push_back(within.effects);
      whole.inside.insert(whole.inside.end(), within.inside.begin(), within.inside.end());
    }
  }
  return result;
}

/// The initialisers of a list are evaluated one after the other, in any order.
Operand ExpressionParts::visit_list(const InitListExpr* e) {
  Operand result;
  List list;
  const Stmt* previous = nullptr;
  for (const Stmt* child : e->children()) {
    if (child == previous) continue; // a range has one initialiser for many elements
    previous = child;
    list.begins.push_back(parts_.size());
    result.add(visit(child));
  }
  list.begins.push_back(parts_.size());
  if (list.begins.size() > 2 && list.begins.front() < list.begins.back())
    lists_.push_back(std::move(list));
  return result;
}

bool ExpressionParts::in_one_list(std::size_t a, std::size_t b) const {
  return std::ranges::any_of(lists_, [&](const List& list) {
    auto initialiser = [&](std::size_t part) {
      return std::ranges::upper_bound(list.begins, part) - list.begins.begin();
    };
    auto inside = [&](std::size_t part) {
      return part >= list.begins.front() && part < list.begins.back();
    };
    return inside(a) && inside(b) && initialiser(a) != initialiser(b);
  });
}

Operand ExpressionParts::visit(const Stmt* s) {
  Operand result;
  if (s == nullptr || isa<OpaqueValueExpr, UnaryExprOrTypeTraitExpr>(s)) return result;
  if (const auto* paren = dyn_cast<ParenExpr>(s)) return visit(paren->getSubExpr());
  const auto* e = dyn_cast<Expr>(s);
  if (e != nullptr && is_sequenced_inside(e)) return visit_sequenced(e);
  if (const auto* cast = dyn_cast<CastExpr>(s)) {
    const Expr* operand = cast->getSubExpr();
    if (!operand->isGLValue()) return visit(operand);
    if (cast->getCastKind() != CK_LValueToRValue) return visit_lvalue(operand);
    return access(cast, operand, Access::Read, visit_lvalue(operand));
  }
  if (const auto* op = dyn_cast<BinaryOperator>(s))
    return op->isAssignmentOp() ? visit_assignment(op) : visit_binary(op);
  if (const auto* unary = dyn_cast<UnaryOperator>(s)) {
    if (unary->isIncrementDecrementOp())
      return access(unary, unary->getSubExpr(), Access::Both, visit_lvalue(unary->getSubExpr()));
    if (unary->getOpcode() == UO_AddrOf) return visit_lvalue(unary->getSubExpr());
  }
  if (const auto* call = dyn_cast<CallExpr>(s)) return visit_call(call);
  if (const auto* selection = dyn_cast<GenericSelectionExpr>(s))
    return visit(selection->getResultExpr());
  if (const auto* choice = dyn_cast<ChooseExpr>(s)) return visit(choice->getChosenSubExpr());
  if (isa<VAArgExpr>(s)) return add(e, effects_.of(e), {});
  if (e != nullptr && e->isGLValue()) return visit_lvalue(e);
  if (const auto* list = dyn_cast<InitListExpr>(s))
    return list->isSemanticForm() ? visit_list(list) : visit(list->getSemanticForm());
  for (const Stmt* child : s->children())
    result.add(visit(child));
  return result;
}

} // namespace kleene::frontend::c
