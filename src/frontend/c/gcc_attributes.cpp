// SPDX-License-Identifier: Apache-2.0
// Attributes that gcc knows, that change what a program means, and that Clang would drop: Clang keeps
// them as annotations, so that what carries them can be refused where it is used. All others that only
// gcc knows are harmless: they concern warnings, optimisation, the instrumentation or the linker's
// choice of sections.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

#include "dialect.h"

namespace kleene::frontend::c {
namespace {

using clang::ParsedAttr;

/// `optimize` with a level: gcc's code without optimisation is the reference, whatever is asked for.
bool is_level(const ParsedAttr& attribute) {
  for (unsigned i = 0; i < attribute.getNumArgs(); ++i) {
    if (!attribute.isArgExpr(i)) return false;
    const clang::Expr* argument = attribute.getArgAsExpr(i)->IgnoreParenImpCasts();
    if (llvm::isa<clang::IntegerLiteral>(argument)) continue;
    const auto* text = llvm::dyn_cast<clang::StringLiteral>(argument);
    if (text == nullptr || !is_optimisation_level(text->getString())) return false;
  }
  return true;
}

class Kept : public clang::ParsedAttrInfo {
public:
  Kept() {
    OptArgs = 15;
    static constexpr Spelling names[] = {
        {ParsedAttr::AS_GNU, "copy"},
        {ParsedAttr::AS_GNU, "scalar_storage_order"},
        {ParsedAttr::AS_GNU, "noinit"},
        {ParsedAttr::AS_GNU, "persistent"},
        {ParsedAttr::AS_GNU, "symver"},
        {ParsedAttr::AS_GNU, "signed_bool_precision"},
        {ParsedAttr::AS_GNU, "vector_mask"},
        {ParsedAttr::AS_GNU, "volatile"},
        {ParsedAttr::AS_GNU, "optimize"},
        {ParsedAttr::AS_C23, "gnu::copy"},
        {ParsedAttr::AS_C23, "gnu::scalar_storage_order"},
        {ParsedAttr::AS_C23, "gnu::symver"},
        {ParsedAttr::AS_C23, "gnu::optimize"},
    };
    Spellings = names;
  }

  bool diagAppertainsToDecl(clang::Sema& /*sema*/,
                            const ParsedAttr& /*attribute*/,
                            const clang::Decl* /*decl*/) const override {
    return true;
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema,
                                   clang::Decl* decl,
                                   const ParsedAttr& attribute) const override {
    std::string name = attribute.getNormalizedFullName();
    if (name.ends_with("optimize") && is_level(attribute)) return AttributeApplied;
    decl->addAttr(clang::AnnotateAttr::Create(sema.Context,
                                              std::string(unknown_attribute_mark) + name,
                                              nullptr,
                                              0,
                                              attribute.getRange()));
    return AttributeApplied;
  }
};

} // namespace

void keep_gcc_attributes() {
  static const clang::ParsedAttrInfoRegistry::Add<Kept> kept("kleene", "attributes of gcc");
}

bool is_optimisation_level(std::string_view text) {
  while (text.starts_with("-"))
    text.remove_prefix(1);
  if (text.starts_with("O")) text.remove_prefix(1);
  return text.empty() || text == "s" || text == "g" || text == "z"
         || (text.size() == 1 && text[0] >= '0' && text[0] <= '9');
}

} // namespace kleene::frontend::c
