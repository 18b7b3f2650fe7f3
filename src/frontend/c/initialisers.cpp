// SPDX-License-Identifier: Apache-2.0
// Constant initialisers: bytes and addresses of objects with static storage.
#include <clang/AST/APValue.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecordLayout.h>

#include "program_lowering.h"

namespace kleene::frontend::c {
namespace {

Integer to_integer(const llvm::APSInt& value) {
  if (value.isSigned()) return value.getSExtValue();
  return static_cast<Integer>(value.getZExtValue());
}

} // namespace

StaticImage::StaticImage(ProgramLowering& program,
                         const clang::ASTContext& context,
                         std::uint64_t size)
    : bytes(size, '\0'), program_(program), context_(context) {}

bool StaticImage::write(clang::QualType type,
                        const clang::Expr* initialiser,
                        std::uint64_t offset) {
  clang::Expr::EvalResult result;
  if (initialiser->isPRValue() && initialiser->EvaluateAsRValue(result, context_, true)
      && !result.HasSideEffects && write(type, result.Val, offset))
    return true;
  return write_parts(type, initialiser->IgnoreParens(), offset);
}

// What Clang's evaluator gives up on as a whole may still be constant in each of its parts.
bool StaticImage::write_parts(clang::QualType type,
                              const clang::Expr* initialiser,
                              std::uint64_t offset) {
  if (llvm::isa<clang::ImplicitValueInitExpr>(initialiser)) return true;
  if (const auto* text = llvm::dyn_cast<clang::StringLiteral>(initialiser)) {
    std::uint64_t room = size_of(context_, type);
    llvm::StringRef data = text->getBytes();
    for (std::uint64_t i = 0; i < data.size() && i < room; ++i)
      bytes[offset + i] = data[i];
    return true;
  }
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(initialiser))
    return write(type, literal->getInitializer(), offset);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(initialiser)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp)
      return write_parts(type, cast->getSubExpr()->IgnoreParens(), offset);
    return false;
  }
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(initialiser);
  if (list == nullptr) return false;
  if (!list->isSemanticForm()) list = list->getSemanticForm();
  if (const clang::ArrayType* array = context_.getAsArrayType(type)) {
    if (list->isStringLiteralInit())
      return write_parts(type, list->getInit(0)->IgnoreParens(), offset);
    std::uint64_t step = size_of(context_, array->getElementType());
    std::uint64_t count = step == 0 ? 0 : size_of(context_, type) / step;
    for (std::uint64_t i = 0; i < count; ++i) {
      const clang::Expr* element = i < list->getNumInits() ? list->getInit(static_cast<unsigned>(i))
                                                           : list->getArrayFiller();
      if (element == nullptr || llvm::isa<clang::ImplicitValueInitExpr>(element)) continue;
      if (!write(array->getElementType(), element, offset + i * step)) return false;
    }
    return true;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr) return list->getNumInits() == 1 && write(type, list->getInit(0), offset);
  const clang::RecordDecl* decl = record->getDecl()->getDefinition();
  unsigned next = 0;
  for (const clang::FieldDecl* field : decl->fields()) {
    if (decl->isUnion() && field != list->getInitializedFieldInUnion()) continue;
    if (field->isUnnamedBitField()) continue;
    if (next >= list->getNumInits()) break;
    const clang::Expr* element = list->getInit(next++);
    if (field->isBitField()) {
      clang::Expr::EvalResult result;
      if (!element->EvaluateAsRValue(result, context_, true)) return false;
      if (!write_field(field, result.Val, offset)) return false;
    } else {
      auto place = field_place(context_, field);
      if (!place || !write(field->getType(), element, offset + place->offset)) return false;
    }
  }
  return true;
}

bool StaticImage::write(clang::QualType type, const clang::APValue& value, std::uint64_t offset) {
  switch (value.getKind()) {
  case clang::APValue::None:
  case clang::APValue::Indeterminate:
    return true;
  case clang::APValue::Int:
    if (value.getInt().getBitWidth() > 64) return false;
    write_integer(to_integer(value.getInt()), offset, size_of(context_, type));
    return true;
  case clang::APValue::Float: {
    llvm::APInt bits = value.getFloat().bitcastToAPInt();
    for (unsigned i = 0; i * 8 < bits.getBitWidth(); ++i)
      bytes[offset + i] = static_cast<char>(bits.extractBitsAsZExtValue(8, i * 8));
    return true;
  }
  case clang::APValue::LValue:
    return write_address(value, offset, size_of(context_, type));
  case clang::APValue::Array:
    return write_array(type, value, offset);
  case clang::APValue::Struct:
  case clang::APValue::Union:
    return write_record(type, value, offset);
  default:
    return false;
  }
}

bool StaticImage::write_array(clang::QualType type,
                              const clang::APValue& value,
                              std::uint64_t offset) {
  const clang::ArrayType* array = context_.getAsArrayType(type);
  if (array == nullptr) return false;
  clang::QualType element = array->getElementType();
  std::uint64_t step = size_of(context_, element);
  for (unsigned i = 0; i < value.getArrayInitializedElts(); ++i) {
    if (!write(element, value.getArrayInitializedElt(i), offset + i * step)) return false;
  }
  if (!value.hasArrayFiller()) return true;
  for (unsigned i = value.getArrayInitializedElts(); i < value.getArraySize(); ++i) {
    if (!write(element, value.getArrayFiller(), offset + i * step)) return false;
  }
  return true;
}

bool StaticImage::write_record(clang::QualType type,
                               const clang::APValue& value,
                               std::uint64_t offset) {
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr) return false;
  const clang::RecordDecl* decl = record->getDecl()->getDefinition();
  if (value.isUnion()) {
    const clang::FieldDecl* field = value.getUnionField();
    return field == nullptr || write_field(field, value.getUnionValue(), offset);
  }
  for (const clang::FieldDecl* field : decl->fields()) {
    if (field->isUnnamedBitField()) continue;
    if (!write_field(field, value.getStructField(field->getFieldIndex()), offset)) return false;
  }
  return true;
}

bool StaticImage::write_field(const clang::FieldDecl* field,
                              const clang::APValue& value,
                              std::uint64_t offset) {
  auto place = field_place(context_, field);
  if (!place) return false;
  if (!place->bits) {
    if (field->getType()->isIncompleteArrayType() && !value.hasValue()) return true;
    return write(field->getType(), value, offset + place->offset);
  }
  if (!value.hasValue()) return true;
  if (!value.isInt()) return false;
  const BitRange& bits = *place->bits;
  Integer part = wrap(Type::machine(bits.value.width(), false), to_integer(value.getInt()));
  for (unsigned i = 0; i < bits.unit.bytes(); ++i) {
    auto byte = static_cast<unsigned char>(part << bits.shift >> (8 * i) & 0xff);
    bytes[offset + bits.offset + i] = static_cast<char>(bytes[offset + bits.offset + i] | byte);
  }
  return true;
}

bool StaticImage::write_address(const clang::APValue& value,
                                std::uint64_t offset,
                                std::uint64_t size) {
  auto address = static_address(program_, value, context_);
  if (!address) return false;
  if (address->elsewhere != nullptr) {
    if (size * 8 != program_.pointer().width()) return false;
    late.push_back({ObjectId(), offset, address->elsewhere, address->addend});
    return true;
  }
  if (!address->object.valid()) {
    write_integer(address->addend, offset, size);
    return true;
  }
  if (size * 8 != program_.pointer().width()) return false;
  auto number = static_cast<Integer>(program_.program().object(address->object).address);
  write_integer(number + address->addend, offset, size);
  pointers.push_back({offset, address->object, address->addend});
  return true;
}

void StaticImage::write_integer(Integer value, std::uint64_t offset, std::uint64_t size) {
  for (std::uint64_t i = 0; i < size; ++i)
    bytes[offset + i] = static_cast<char>(static_cast<unsigned char>(value >> (8 * i) & 0xff));
}

std::optional<StaticAddress> static_address(ProgramLowering& program,
                                            const clang::APValue& value,
                                            const clang::ASTContext& context) {
  if (!value.isLValue()) return std::nullopt;
  std::int64_t addend = value.getLValueOffset().getQuantity();
  clang::APValue::LValueBase base = value.getLValueBase();
  if (base.isNull() || value.isNullPointer()) return StaticAddress{ObjectId(), addend};
  if (const auto* decl = base.dyn_cast<const clang::ValueDecl*>()) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
      FunctionEntity& entity = program.linkage().function(function);
      if (program.is_null(entity)) return StaticAddress{ObjectId(), addend};
      return StaticAddress{program.function_object(entity), addend};
    }
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (variable == nullptr || !variable->hasGlobalStorage()) return std::nullopt;
    GlobalEntity& entity = program.linkage().global(variable);
    if (program.is_null(entity)) return StaticAddress{ObjectId(), addend};
    const GlobalEntity& placed = program.place(entity);
    if (placed.elsewhere.valid()) return StaticAddress{ObjectId(), addend, &placed};
    ObjectId object = placed.object;
    if (!object.valid()) return std::nullopt;
    return StaticAddress{object, addend};
  }
  const auto* expression = base.dyn_cast<const clang::Expr*>();
  if (expression == nullptr) return std::nullopt;
  if (const auto* name = llvm::dyn_cast<clang::PredefinedExpr>(expression))
    expression = name->getFunctionName();
  if (const auto* text = llvm::dyn_cast<clang::StringLiteral>(expression))
    return StaticAddress{program.string_object(text, context), addend};
  if (llvm::isa<clang::CompoundLiteralExpr>(expression))
    return StaticAddress{program.literal_object(expression, context), addend};
  return std::nullopt;
}

} // namespace kleene::frontend::c
