// SPDX-License-Identifier: Apache-2.0
#include "evaluation_order.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <functional>
#include <set>

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

constexpr std::size_t most_parts = 4;

/// Something that happens while an expression is evaluated.
struct Part {
  const Expr* e = nullptr;
  Effects effects;
  bool call = false;
  /// An access to all of a variable, for sure.
  const ValueDecl* variable = nullptr;
  bool writes = false;
  std::set<std::size_t> before; ///< parts that are sequenced before it
  /// The parts inside an operand that is sequenced in itself.
  std::vector<Effects> inside;
};

/// The parts of an operand, and the side effects among them that may come after its value.
struct Operand {
  std::set<std::size_t> parts;
  std::set<std::size_t> pending;

  void add(const Operand& other) {
    parts.insert(other.parts.begin(), other.parts.end());
    pending.insert(other.pending.begin(), other.pending.end());
  }
};

bool is_sequenced_inside(const Stmt* e) {
  if (isa<AbstractConditionalOperator, StmtExpr>(e)) return true;
  const auto* op = dyn_cast<BinaryOperator>(e);
  return op != nullptr && (op->isLogicalOp() || op->getOpcode() == BO_Comma);
}

const ValueDecl* whole_variable(const Expr* lvalue) {
  const auto* reference = dyn_cast<DeclRefExpr>(lvalue->IgnoreParens());
  if (reference == nullptr || !isa<VarDecl>(reference->getDecl())) return nullptr;
  return reference->getDecl()->getType()->isScalarType()
             ? cast<ValueDecl>(reference->getDecl()->getCanonicalDecl())
             : nullptr;
}

bool contains_label(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (isa<LabelStmt>(statement)) return true;
  return std::ranges::any_of(statement->children(), contains_label);
}

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

class Analysis {
public:
  explicit Analysis(EffectTable& effects) : effects_(effects) {}

  Orders run(const Expr* root) {
    if (is_sequenced_inside(root->IgnoreParens())) return {};
    visit(root);
    find_conflicts();
    Orders result;
    result.undefined = undefined_;
    if (conflicts_.empty()) return result;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (concerned_.contains(i)) result.parts.push_back(parts_[i].e);
    result.too_many = result.parts.size() > most_parts || too_deep();
    if (!result.too_many) list_orders(result);
    return result;
  }

private:
  Operand visit(const Stmt* s);
  Operand visit_lvalue(const Expr* e);
  Operand visit_assignment(const BinaryOperator* e);
  Operand visit_call(const CallExpr* e);
  Operand visit_binary(const BinaryOperator* e);
  Operand visit_sequenced(const Expr* e);

  Operand add(const Expr* e, Effects effects, const Operand& operands) {
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

  Operand access(const Expr* e, const Expr* lvalue, Access how, const Operand& operands) {
    Operand result = add(e, effects_.of_access(lvalue, how), operands);
    parts_.back().variable = whole_variable(lvalue);
    parts_.back().writes = how != Access::Read;
    return result;
  }

  void find_conflicts();
  bool too_deep() const;
  void list_orders(Orders& result);

  EffectTable& effects_;
  std::vector<Part> parts_;
  std::vector<std::pair<std::size_t, std::size_t>> conflicts_;
  std::set<std::size_t> concerned_;
  bool undefined_ = false;
};

Operand Analysis::visit_lvalue(const Expr* e) {
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

Operand Analysis::visit_assignment(const BinaryOperator* e) {
  // gcc evaluates the left side first only if the value comes straight from a call.
  bool left_first = !e->isCompoundAssignmentOp() && isa<CallExpr>(e->getRHS()->IgnoreParens());
  Operand operands;
  if (left_first) operands.add(visit_lvalue(e->getLHS()));
  operands.add(visit(e->getRHS()));
  if (!left_first) operands.add(visit_lvalue(e->getLHS()));
  Access how = e->isCompoundAssignmentOp() ? Access::Both : Access::Write;
  Operand result = access(e, e->getLHS(), how, operands);
  const ValueDecl* written = parts_.back().variable;
  for (std::size_t i : operands.pending)
    undefined_ |= written != nullptr && parts_[i].variable == written;
  result.pending = operands.pending;
  if (e->isCompoundAssignmentOp()) result.pending.insert(parts_.size() - 1);
  return result;
}

Operand Analysis::visit_call(const CallExpr* e) {
  Operand operands;
  if (direct_callee(e->getCallee()) == nullptr) operands.add(visit(e->getCallee()));
  for (unsigned i = e->getNumArgs(); i-- > 0;)
    operands.add(visit(e->getArg(i)));
  operands.pending.clear();
  Operand result = add(e, effects_.of_call(e), operands);
  parts_.back().call = true;
  return result;
}

Operand Analysis::visit_binary(const BinaryOperator* e) {
  Operand operands;
  bool late = gcc_reads_late(e);
  operands.add(visit(late ? e->getRHS() : e->getLHS()));
  operands.add(visit(late ? e->getLHS() : e->getRHS()));
  return operands;
}

/// An operand that is sequenced in itself is one part: nothing comes in between.
Operand Analysis::visit_sequenced(const Expr* e) {
  Operand result = add(e, effects_.of(e), {});
  Analysis inner(effects_);
  for (const Stmt* child : e->children())
    inner.visit(child);
  for (const Part& part : inner.parts_) {
    parts_.back().call |= part.call;
    if (part.inside.empty()) parts_.back().inside.push_back(part.effects);
    parts_.back().inside.insert(parts_.back().inside.end(), part.inside.begin(), part.inside.end());
  }
  return result;
}

Operand Analysis::visit(const Stmt* s) {
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
    if (unary->isIncrementDecrementOp()) {
      Operand operands = visit_lvalue(unary->getSubExpr());
      result = access(unary, unary->getSubExpr(), Access::Both, operands);
      result.pending.insert(parts_.size() - 1);
      return result;
    }
    if (unary->getOpcode() == UO_AddrOf) return visit_lvalue(unary->getSubExpr());
  }
  if (const auto* call = dyn_cast<CallExpr>(s)) return visit_call(call);
  if (const auto* selection = dyn_cast<GenericSelectionExpr>(s))
    return visit(selection->getResultExpr());
  if (const auto* choice = dyn_cast<ChooseExpr>(s)) return visit(choice->getChosenSubExpr());
  if (isa<VAArgExpr>(s)) return add(e, effects_.of(e), {});
  if (e != nullptr && e->isGLValue()) return visit_lvalue(e);
  if (const auto* list = dyn_cast<InitListExpr>(s); list && !list->isSemanticForm())
    return visit(list->getSemanticForm());
  const Stmt* previous = nullptr;
  for (const Stmt* child : s->children()) {
    if (child != previous)
      result.add(visit(child)); // a range has one initialiser for many elements
    previous = child;
  }
  return result;
}

void Analysis::find_conflicts() {
  std::vector<std::size_t> active; // only these can disturb others
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (parts_[i].call || parts_[i].writes) active.push_back(i);
  for (std::size_t i : active)
    for (std::size_t j = 0; j < parts_.size(); ++j) {
      const Part& a = parts_[i];
      const Part& b = parts_[j];
      if (i == j || (j < i && (b.call || b.writes))) continue;
      if (b.before.contains(i) || a.before.contains(j)) continue;
      if (a.call || b.call) {
        if (!conflict(a.effects, b.effects)) continue;
        conflicts_.emplace_back(std::min(i, j), std::max(i, j));
        concerned_.insert({i, j});
      } else if (a.variable != nullptr && a.variable == b.variable && (a.writes || b.writes)) {
        undefined_ = true;
      }
    }
}

/// Would parts of others have to come between those inside an operand, or does it have labels, so that
/// it cannot be written twice?
bool Analysis::too_deep() const {
  for (std::size_t i : concerned_) {
    if (contains_label(parts_[i].e)) return true;
    auto disturbed = [&](const Effects& inner) {
      return std::ranges::any_of(concerned_, [&](std::size_t j) {
        return j != i && !parts_[i].before.contains(j) && !parts_[j].before.contains(i)
               && conflict(inner, parts_[j].effects);
      });
    };
    if (std::ranges::count_if(parts_[i].inside, disturbed) > 1) return true;
  }
  return false;
}

void Analysis::list_orders(Orders& result) {
  std::vector<std::size_t> all(concerned_.begin(), concerned_.end());
  std::vector<std::size_t> order;
  std::set<std::vector<bool>> seen;
  // Orders that agree about every conflict are the same.
  auto keep = [&] {
    auto position = [&](std::size_t part) { return std::ranges::find(all, part) - all.begin(); };
    std::vector<std::size_t> rank(all.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      rank[order[i]] = i;
    std::vector<bool> signature;
    for (auto [a, b] : conflicts_)
      signature.push_back(rank[static_cast<std::size_t>(position(a))]
                          < rank[static_cast<std::size_t>(position(b))]);
    if (seen.insert(signature).second) result.orders.push_back(order);
  };
  std::function<void()> extend = [&] {
    if (order.size() == all.size()) return keep();
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto placed = [&](std::size_t k) { return std::ranges::find(order, k) != order.end(); };
      bool ready = !placed(i);
      for (std::size_t k = 0; k < all.size(); ++k)
        ready &= !parts_[all[i]].before.contains(all[k]) || placed(k);
      if (!ready) continue;
      order.push_back(i);
      extend();
      order.pop_back();
    }
  };
  extend();
}

using Found = std::unordered_map<const Expr*, Orders>;

void look(const Stmt* s, bool root, EffectTable& effects, Found& found);

void look_into_type(QualType type, EffectTable& effects, Found& found) {
  while (!type.isNull() && type->isVariablyModifiedType()) {
    if (const auto* array = type->getAsArrayTypeUnsafe()) {
      if (const auto* variable = dyn_cast<VariableArrayType>(array))
        look(variable->getSizeExpr(), true, effects, found);
      type = array->getElementType();
    } else {
      type = type->getPointeeType();
    }
  }
}

void look(const Stmt* s, bool root, EffectTable& effects, Found& found) {
  if (s == nullptr) return;
  const auto* e = dyn_cast<Expr>(s);
  if (root && e != nullptr) {
    Orders orders = Analysis(effects).run(e);
    if (orders.undefined || !orders.parts.empty()) found[e->IgnoreParens()] = std::move(orders);
  }
  if (const auto* declarations = dyn_cast<DeclStmt>(s)) {
    for (const Decl* decl : declarations->decls()) {
      if (const auto* value = dyn_cast<ValueDecl>(decl))
        look_into_type(value->getType(), effects, found);
      if (const auto* alias = dyn_cast<TypedefNameDecl>(decl))
        look_into_type(alias->getUnderlyingType(), effects, found);
      const auto* variable = dyn_cast<VarDecl>(decl);
      if (variable != nullptr && !variable->hasGlobalStorage() && variable->hasInit())
        look(variable->getInit(), true, effects, found);
    }
    return;
  }
  if (const auto* elvis = dyn_cast<BinaryConditionalOperator>(s)) {
    look(elvis->getCommon(), true, effects, found);
    return look(elvis->getFalseExpr(), true, effects, found);
  }
  if (isa<UnaryExprOrTypeTraitExpr>(s)) return;
  if (const auto* list = dyn_cast<InitListExpr>(s); list && !list->isSemanticForm())
    return look(list->getSemanticForm(), false, effects, found);
  bool sequenced = e == nullptr || (is_sequenced_inside(e));
  bool transparent = root && isa<ParenExpr>(s);
  for (const Stmt* child : s->children())
    look(child, sequenced && !transparent, effects, found);
}

} // namespace

Found EvaluationOrder::of(const FunctionDecl* function) {
  Found found;
  for (const ParmVarDecl* parameter : function->parameters())
    look_into_type(parameter->getOriginalType(), effects_, found);
  look(function->getBody(), false, effects_, found);
  return found;
}

} // namespace kleene::frontend::c
