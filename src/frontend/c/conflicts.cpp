// SPDX-License-Identifier: Apache-2.0
#include "conflicts.h"

#include "clang_driver.h"
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/core.h>

#include "symbols.h"
#include "type_comparison.h"

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

/// Whether two types, of two files, are clearly different. In doubt they are not: what has to be known exactly is looked at
/// where the symbol is used.
class Comparison {
public:
  Comparison(const ASTContext& a, const ASTContext& b) : a_(a), b_(b) {}

  bool differ(QualType a, QualType b) const {
    a = a.getCanonicalType().getUnqualifiedType();
    b = b.getCanonicalType().getUnqualifiedType();
    if (a->isEnumeralType() || b->isEnumeralType()) return enumerations_differ(a, b);
    if (const auto* number = a->getAs<BuiltinType>())
      return b->getAs<BuiltinType>() == nullptr
             || number->getKind() != b->getAs<BuiltinType>()->getKind();
    if (const auto* pointer = a->getAs<PointerType>()) {
      const auto* other = b->getAs<PointerType>();
      if (other == nullptr) return true;
      if (a->isVoidPointerType() || b->isVoidPointerType()) return false;
      QualType first = pointer->getPointeeType();
      QualType second = other->getPointeeType();
      // What lies behind a pointer may be known here and hidden there.
      if (first->isRecordType() && second->isRecordType()) return tags_differ(first, second);
      return differ(first, second);
    }
    if (a->isArrayType()) return arrays_differ(a, b);
    if (a->isRecordType()) return records_differ(a, b);
    if (const auto* function = a->getAs<FunctionType>()) return functions_differ(function, b);
    return a->getTypeClass() != b->getTypeClass();
  }

private:
  bool enumerations_differ(QualType a, QualType b) const {
    if (!a->isIntegralOrEnumerationType() || !b->isIntegralOrEnumerationType()) return true;
    if (a->isIncompleteType() || b->isIncompleteType()) return false;
    return a_.getTypeSize(a) != b_.getTypeSize(b);
  }

  bool arrays_differ(QualType a, QualType b) const {
    const ArrayType* first = a_.getAsArrayType(a);
    const ArrayType* second = b_.getAsArrayType(b);
    if (second == nullptr || differ(first->getElementType(), second->getElementType())) return true;
    const auto* one = dyn_cast<ConstantArrayType>(first);
    const auto* other = dyn_cast<ConstantArrayType>(second);
    return one != nullptr && other != nullptr && one->getZExtSize() != other->getZExtSize();
  }

  static bool tags_differ(QualType a, QualType b) {
    const auto* first = a->getAs<RecordType>();
    const auto* second = b->getAs<RecordType>();
    if (a->isUnionType() != b->isUnionType()) return true;
    llvm::StringRef one = first->getDecl()->getName();
    llvm::StringRef other = second->getDecl()->getName();
    return !one.empty() && !other.empty() && one != other;
  }

  bool records_differ(QualType a, QualType b) const {
    if (!b->isRecordType() || tags_differ(a, b)) return true;
    if (a->isIncompleteType() || b->isIncompleteType()) return false;
    return a_.getTypeSize(a) != b_.getTypeSize(b);
  }

  bool functions_differ(const FunctionType* first, QualType b) const {
    const auto* second = b->getAs<FunctionType>();
    if (second == nullptr || differ(first->getReturnType(), second->getReturnType())) return true;
    const auto* one = dyn_cast<FunctionProtoType>(first);
    const auto* other = dyn_cast<FunctionProtoType>(second);
    if (one == nullptr || other == nullptr) return false;
    if (one->getNumParams() != other->getNumParams() || one->isVariadic() != other->isVariadic())
      return true;
    for (unsigned i = 0; i < one->getNumParams(); ++i)
      if (differ(one->getParamType(i), other->getParamType(i))) return true;
    return false;
  }

  const ASTContext& a_;
  const ASTContext& b_;
};

/// A symbol that other files may mean, too.
const ValueDecl* shared_symbol(const Decl* decl) {
  if (!isa<FunctionDecl, VarDecl>(decl)) return nullptr;
  const auto* value = cast<ValueDecl>(decl);
  const SourceManager& sources = decl->getASTContext().getSourceManager();
  bool counts = value->isExternallyVisible() && !sources.isInSystemHeader(decl->getLocation())
                && !value->isImplicit();
  return counts ? value : nullptr;
}

} // namespace

bool types_differ(const ValueDecl* a, const ValueDecl* b) {
  return Comparison(a->getASTContext(), b->getASTContext()).differ(a->getType(), b->getType());
}

std::optional<Diagnostic> Conflicts::add(const TranslationUnit& unit) {
  if (first_ == nullptr) first_ = &unit;
  const LangOptions& language = unit.context().getLangOpts();
  const LangOptions& before = first_->context().getLangOpts();
  if (language.CharIsSigned != before.CharIsSigned || language.ShortEnums != before.ShortEnums) {
    const bool chars = language.CharIsSigned != before.CharIsSigned;
    Diagnostic error =
        Diagnostic::error(ErrorKind::Unsupported,
                          fmt::format("{} and {} are compiled with different types ({})",
                                      first_->name,
                                      unit.name,
                                      chars ? "-funsigned-char" : "-fshort-enums"));
    error.file = unit.name;
    return error;
  }
  for (const Decl* decl : unit.context().getTranslationUnitDecl()->decls()) {
    const ValueDecl* value = shared_symbol(decl);
    if (value == nullptr) continue;
    auto [place, fresh] = seen_.emplace(symbol_name(value), value);
    const ValueDecl* other = place->second;
    if (fresh || &other->getASTContext() == &value->getASTContext()) continue;
    if (!types_differ(other, value)) continue;
    return error_at(value,
                    ErrorKind::Parse,
                    fmt::format("{} is declared as '{}' here, but as '{}' at {}",
                                value->getNameAsString(),
                                value->getType().getAsString(),
                                other->getType().getAsString(),
                                error_at(other, ErrorKind::Parse, {}).place()));
  }
  return std::nullopt;
}

} // namespace kleene::frontend::c
