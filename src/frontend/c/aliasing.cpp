// SPDX-License-Identifier: Apache-2.0
#include "aliasing.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

/// The way from a variable, or from what a pointer leads to, to a part of it.
struct Path {
  const VarDecl* variable = nullptr;
  const Expr* pointer = nullptr; ///< neither: a value of its own, which nobody else can name
  std::vector<const FieldDecl*> fields;
  bool indexed = false;
};

Path path_of(const Expr* e) {
  Path path;
  auto follow = [&](const Expr* pointer) -> const Expr* {
    const auto* decay = dyn_cast<ImplicitCastExpr>(pointer->IgnoreParens());
    if (decay != nullptr && decay->getCastKind() == CK_ArrayToPointerDecay)
      return decay->getSubExpr();
    path.pointer = pointer;
    return nullptr;
  };
  while (e != nullptr) {
    e = e->IgnoreParens();
    const auto* unary = dyn_cast<UnaryOperator>(e);
    if (const auto* reference = dyn_cast<DeclRefExpr>(e)) {
      path.variable = dyn_cast<VarDecl>(reference->getDecl());
      return path;
    }
    if (const auto* member = dyn_cast<MemberExpr>(e)) {
      if (const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl()))
        path.fields.push_back(field);
      e = member->isArrow() ? follow(member->getBase()) : member->getBase();
    } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) {
      path.indexed = true;
      e = follow(element->getBase());
    } else if (unary != nullptr && unary->getOpcode() == UO_Deref) {
      e = follow(unary->getSubExpr());
    } else if (unary != nullptr && unary->getOpcode() == UO_Extension) {
      e = unary->getSubExpr();
    } else if (const auto* cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue()) {
      path.indexed = true;
      e = cast->getSubExpr();
    } else {
      return path;
    }
  }
  return path;
}

bool in_different_members(const Path& a, const Path& b) {
  auto apart = [](const FieldDecl* f, const FieldDecl* g) {
    return f != g && f->getParent() == g->getParent() && !f->getParent()->isUnion();
  };
  return std::ranges::any_of(a.fields, [&](const FieldDecl* f) {
    return std::ranges::any_of(b.fields, [&](const FieldDecl* g) { return apart(f, g); });
  });
}

bool may_meet(const Path& a, const Path& b, EffectTable& effects) {
  const Pointers::Objects* known[2] = {nullptr, nullptr};
  Pointers::Objects named[2];
  const Path* paths[2] = {&a, &b};
  for (int i = 0; i < 2; ++i) {
    const Path& path = *paths[i];
    if (path.pointer != nullptr) {
      known[i] = effects.pointers().targets(path.pointer);
    } else if (path.variable != nullptr) {
      named[i].set(effects.pointers().object(path.variable));
      known[i] = &named[i];
      // Nothing but its name leads to it.
      bool by_pointer = paths[1 - i]->pointer != nullptr;
      if (by_pointer && !effects.is_exposed(path.variable)) return false;
    } else {
      return false;
    }
  }
  return known[0] == nullptr || known[1] == nullptr || known[0]->intersects(*known[1]);
}

/// Can it be told from the addresses alone whether they are the same?
bool comparable(const Expr* a, const Expr* b) {
  return a->getSourceBitField() == b->getSourceBitField();
}

} // namespace

Alias alias(const Expr* a, const Expr* b, EffectTable& effects) {
  Path left = path_of(a);
  Path right = path_of(b);
  if (in_different_members(left, right) || !may_meet(left, right, effects)) return Alias::Never;
  bool same_name = left.variable != nullptr && left.pointer == nullptr && right.pointer == nullptr;
  if (same_name && !left.indexed && !right.indexed && left.fields == right.fields)
    return Alias::Always;
  return comparable(a, b) ? Alias::Maybe : Alias::Opaque;
}

const Expr* accessed_lvalue(const Expr* access) {
  if (const auto* cast = dyn_cast<CastExpr>(access)) return cast->getSubExpr();
  if (const auto* op = dyn_cast<BinaryOperator>(access)) return op->getLHS();
  return cast<UnaryOperator>(access)->getSubExpr();
}

} // namespace kleene::frontend::c
