// SPDX-License-Identifier: Apache-2.0
#include "layout.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>
#include <fmt/core.h>

#include "symbols.h"

namespace kleene::frontend::c {
namespace {

constexpr std::size_t most_leaves = 32;

bool collect_leaves(const clang::ASTContext& context,
                    clang::QualType type,
                    std::uint64_t offset,
                    const std::string& path,
                    std::vector<Leaf>& leaves) {
  if (auto scalar = scalar_type(context, type)) {
    leaves.push_back({offset, *scalar, path});
    return leaves.size() <= most_leaves;
  }
  const clang::RecordType* record = type->getAs<clang::RecordType>();
  if (record == nullptr) return false;
  const clang::RecordDecl* decl = record->getDecl()->getDefinition();
  if (decl == nullptr || decl->isUnion() || decl->hasFlexibleArrayMember()) return false;
  if (uncovered_attribute(decl)) return false;
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(decl);
  for (const clang::FieldDecl* field : decl->fields()) {
    if (field->isBitField()) return false;
    std::uint64_t at = offset + layout.getFieldOffset(field->getFieldIndex()) / 8;
    std::string name = fmt::format("{}.{}", path, field->getNameAsString());
    if (!collect_leaves(context, field->getType(), at, name, leaves)) return false;
  }
  return true;
}

} // namespace

bool is_float(clang::QualType type) {
  type = type.getCanonicalType().getAtomicUnqualifiedType();
  return type->isSpecificBuiltinType(clang::BuiltinType::Float)
         || type->isSpecificBuiltinType(clang::BuiltinType::Double);
}

std::optional<Type> scalar_type(const clang::ASTContext& context, clang::QualType type) {
  type = type.getCanonicalType().getAtomicUnqualifiedType();
  if (type->isBooleanType()) return Type::boolean();
  if (type->isPointerType() || type->isNullPtrType())
    return Type::machine(static_cast<unsigned>(context.getTypeSize(context.VoidPtrTy)), false);
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    clang::QualType integer = enumeration->getDecl()->getIntegerType();
    if (integer.isNull()) return std::nullopt;
    return scalar_type(context, integer);
  }
  if (is_float(type)) return Type::machine(static_cast<unsigned>(context.getTypeSize(type)), false);
  if (!type->isIntegerType() || type->isBitIntType()) return std::nullopt;
  std::uint64_t width = context.getTypeSize(type);
  if (width > 64) return std::nullopt;
  return Type::machine(static_cast<unsigned>(width), type->isSignedIntegerType());
}

Type stored_type(Type scalar) {
  return scalar.is_bool() ? Type::machine(8, false) : scalar;
}

std::string describe_unsupported(clang::QualType type) {
  std::string name = type.getUnqualifiedType().getAsString();
  if (type->isAnyComplexType()) return "complex type " + name;
  if (type->isVectorType()) return "vector type " + name;
  if (type->isRealFloatingType()) return "floating-point type " + name;
  if (type->isIntegerType()) return "wide integer type " + name;
  return "type " + name;
}

std::uint64_t size_of(const clang::ASTContext& context, clang::QualType type) {
  if (type->isVoidType() || type->isFunctionType()) return 1;
  return static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
}

unsigned align_of(const clang::ASTContext& context, clang::QualType type) {
  if (type->isIncompleteType() || type->isFunctionType()) return 1;
  return static_cast<unsigned>(context.getTypeAlignInChars(type).getQuantity());
}

std::optional<std::vector<Leaf>> record_leaves(const clang::ASTContext& context,
                                               clang::QualType type) {
  if (!type->isRecordType()) return std::nullopt;
  std::vector<Leaf> leaves;
  if (!collect_leaves(context, type, 0, "", leaves)) return std::nullopt;
  return leaves;
}

std::optional<FieldPlace> field_place(const clang::ASTContext& context,
                                      const clang::FieldDecl* field) {
  if (uncovered_attribute(field) || uncovered_attribute(field->getParent())) return std::nullopt;
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(field->getParent());
  std::uint64_t bit = layout.getFieldOffset(field->getFieldIndex());
  if (!field->isBitField()) return FieldPlace{bit / 8, std::nullopt};

  unsigned width = field->getBitWidthValue(context);
  clang::QualType type = field->getType();
  bool is_signed = type->isSignedIntegerOrEnumerationType();
  // The unit of the declared type, as aligned accesses see it; where the field leaves it (packed
  // records), just the bytes that it touches.
  std::uint64_t unit_bits = context.getTypeSize(type);
  std::uint64_t begin = bit / unit_bits * unit_bits;
  auto record_bits = static_cast<std::uint64_t>(layout.getSize().getQuantity()) * 8;
  if (bit + width > begin + unit_bits || begin + unit_bits > record_bits) {
    begin = bit / 8 * 8;
    unit_bits = (bit + width - begin + 7) / 8 * 8;
  }
  if (unit_bits > 64) return std::nullopt;
  BitRange bits{begin / 8,
                Type::machine(static_cast<unsigned>(unit_bits), false),
                static_cast<unsigned>(bit - begin),
                Type::machine(width, is_signed)};
  return FieldPlace{begin / 8, bits};
}

} // namespace kleene::frontend::c
