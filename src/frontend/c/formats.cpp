// SPDX-License-Identifier: Apache-2.0
#include "formats.h"

#include <clang/AST/Expr.h>

namespace kleene::frontend::c {

using clang::dyn_cast;

bool is_plain_format(const clang::Expr* e) {
  e = e->IgnoreParenCasts();
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e))
    return is_plain_format(choice->getTrueExpr()) && is_plain_format(choice->getFalseExpr());
  const auto* literal = dyn_cast<clang::StringLiteral>(e);
  if (literal == nullptr || literal->getCharByteWidth() != 1) return false;
  llvm::StringRef text = literal->getString();
  text = text.substr(0, text.find('\0'));
  while (!(text = text.substr(text.find('%'))).empty()) {
    text = text.drop_front();
    text = text.drop_while([](char c) { return llvm::StringRef("-+ #0123456789.*").contains(c); });
    std::size_t length = text.find_first_not_of("hlztj");
    if (length == llvm::StringRef::npos) return false;
    llvm::StringRef modifier = text.take_front(length);
    char conversion = text[length];
    bool wide = modifier.contains('l') && (conversion == 'c' || conversion == 's');
    if (wide || !llvm::StringRef("diuxXocsp%fFeEgGaA").contains(conversion)) return false;
    text = text.drop_front(length + 1);
  }
  return true;
}

std::string format_model(std::string_view function) {
  if (function.starts_with("__builtin_")) function.remove_prefix(10);
  return "__kleene_" + std::string(function);
}

} // namespace kleene::frontend::c
