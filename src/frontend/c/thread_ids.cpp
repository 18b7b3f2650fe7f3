// SPDX-License-Identifier: Apache-2.0
#include "thread_ids.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "linkage.h"

namespace kleene::frontend::c {
namespace {

using llvm::dyn_cast;

/// Functions that are told an id, or tell one.
constexpr std::array<std::string_view, 8> users{"pthread_join",
                                                "pthread_detach",
                                                "pthread_self",
                                                "pthread_equal",
                                                "thrd_create",
                                                "thrd_join",
                                                "thrd_detach",
                                                "thrd_current"};

/// Is it an id, an array of them, or a pointer to one?
bool has_ids(clang::QualType type) {
  for (;;) {
    if (const auto* array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (type->isPointerType())
      type = type->getPointeeType();
    else
      break;
  }
  const auto* name = type->getAs<clang::TypedefType>();
  return name != nullptr && name->getDecl()->getName() == "pthread_t";
}

/// The index if it is the address of an element; null if it is the address of a whole variable.
struct Destination {
  bool plain = false;
  const clang::Expr* index = nullptr;
};

Destination destination(const clang::Expr* argument) {
  const auto* address = dyn_cast<clang::UnaryOperator>(argument->IgnoreParenImpCasts());
  if (address == nullptr || address->getOpcode() != clang::UO_AddrOf) return {};
  const clang::Expr* object = address->getSubExpr()->IgnoreParens();
  const clang::Expr* index = nullptr;
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(object)) {
    index = element->getIdx();
    object = element->getBase()->IgnoreParenImpCasts();
    if (object->getType()->isPointerType()) return {};
  }
  const auto* variable = dyn_cast<clang::DeclRefExpr>(object);
  return {variable != nullptr && has_ids(variable->getType()), index};
}

bool looks_at_ids(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (const auto* call = dyn_cast<clang::CallExpr>(statement)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee != nullptr && callee->getName() == "pthread_create" && call->getNumArgs() > 0) {
      Destination id = destination(call->getArg(0));
      if (!id.plain) return true;
      auto rest = call->arguments();
      return looks_at_ids(id.index)
             || std::any_of(rest.begin() + 1, rest.end(), [](const clang::Expr* argument) {
                  return looks_at_ids(argument);
                });
    }
  }
  if (const auto* expression = dyn_cast<clang::Expr>(statement);
      expression != nullptr && has_ids(expression->getType()))
    return true;
  return std::ranges::any_of(statement->children(), looks_at_ids);
}

} // namespace

bool looks_at_thread_ids(const Linkage& linkage) {
  return std::ranges::any_of(linkage.functions(), [](const auto& function) {
    if (!function->reached) return false;
    if (std::ranges::find(users, function->name) != users.end()) return true;
    if (function->library || function->declaration == nullptr) return false;
    bool creates = function->name == "pthread_create" && function->address_taken;
    return creates || looks_at_ids(function->declaration->getBody());
  });
}

} // namespace kleene::frontend::c
