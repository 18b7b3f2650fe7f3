// SPDX-License-Identifier: Apache-2.0
// The parts of an expression whose operators do not put them in an order: calls, accesses, and operands that
// are sequenced in themselves.
#pragma once
#include <set>
#include <vector>

#include "effects.h"

namespace kleene::frontend::c {

/// A read, an assignment or an increment, not inside a called function.
struct ObjectAccess {
  const clang::Expr* e = nullptr; ///< the conversion of the lvalue, the assignment, the increment
  const clang::Expr* lvalue = nullptr;
  bool writes = false;
  std::size_t part = 0;
  bool conditional = false;  ///< it need not happen whenever the expression is evaluated
  bool in_statement = false; ///< inside a statement expression
};

/// Something that happens while an expression is evaluated.
struct Part {
  const clang::Expr* e = nullptr;
  Effects effects;
  bool call = false;            ///< or has a call inside
  std::set<std::size_t> before; ///< parts that are sequenced before it
  /// What happens inside an operand that is sequenced in itself.
  std::vector<Effects> inside;
};

/// The parts of an operand, and the accesses among them whose side effects may come after its value.
struct Operand {
  std::set<std::size_t> parts;
  std::set<std::size_t> pending;

  void add(const Operand& other) {
    parts.insert(other.parts.begin(), other.parts.end());
    pending.insert(other.pending.begin(), other.pending.end());
  }
};

/// `&&`, `||`, `?:`, the comma, and statement expressions.
bool is_sequenced_inside(const clang::Stmt* e);

class ExpressionParts {
public:
  explicit ExpressionParts(EffectTable& effects) : effects_(effects) {}

  /// Collects the parts of an operand, in the order of gcc's code.
  Operand visit(const clang::Stmt* s);

  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<ObjectAccess>& accesses() const { return accesses_; }
  /// Pairs of accesses that are not sequenced although the parts of one come before the other's.
  const std::vector<std::pair<std::size_t, std::size_t>>& unsequenced() const {
    return unsequenced_;
  }
  /// Is one of two parts sequenced before the other?
  bool ordered(std::size_t a, std::size_t b) const {
    return parts_[a].before.contains(b) || parts_[b].before.contains(a);
  }
  /// Do they belong to different initialisers of one list, which come one after the other in any order?
  bool in_one_list(std::size_t a, std::size_t b) const;

private:
  Operand visit_lvalue(const clang::Expr* e);
  Operand visit_assignment(const clang::BinaryOperator* e);
  Operand visit_call(const clang::CallExpr* e);
  Operand visit_binary(const clang::BinaryOperator* e);
  Operand visit_sequenced(const clang::Expr* e);
  Operand visit_list(const clang::InitListExpr* e);
  Operand add(const clang::Expr* e, Effects effects, const Operand& operands);
  Operand
  access(const clang::Expr* e, const clang::Expr* lvalue, Access how, const Operand& operands);

  EffectTable& effects_;
  std::vector<Part> parts_;
  std::vector<ObjectAccess> accesses_;
  std::vector<std::pair<std::size_t, std::size_t>> unsequenced_;
  struct List {
    std::vector<std::size_t> begins; ///< the first part of each initialiser, and the end
  };
  std::vector<List> lists_;
};

} // namespace kleene::frontend::c
