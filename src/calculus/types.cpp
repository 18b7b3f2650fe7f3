// SPDX-License-Identifier: Apache-2.0
#include "kleene/calculus/types.h"

#include <algorithm>

namespace kleene::calculus {

const Component* Type::component(const std::string& wanted) const {
  auto found = std::find_if(
      components.begin(), components.end(), [&](const Component& c) { return c.name == wanted; });
  return found == components.end() ? nullptr : &*found;
}

void Type::add_constant(const std::string& constant) {
  codes.emplace(constant, constants.size());
  constants.push_back(constant);
}

std::optional<std::size_t> Type::code(const std::string& constant) const {
  auto found = codes.find(constant);
  if (found == codes.end()) return std::nullopt;
  return found->second;
}

std::optional<std::size_t> Type::code(long number) const {
  if (kind == TypeKind::Bool && (number == 0 || number == 1))
    return static_cast<std::size_t>(number);
  if (!first_number || number < *first_number) return std::nullopt;
  auto code = static_cast<std::size_t>(number - *first_number);
  return code < count ? std::optional(code) : std::nullopt;
}

std::string Type::constant(std::size_t code) const {
  if (kind == TypeKind::Bool) return code == 0 ? "false" : "true";
  if (first_number) return std::to_string(*first_number + static_cast<long>(code));
  return code < constants.size() ? constants[code] : "?";
}

std::string value_text(const Type& type, const std::vector<bool>& bits, std::size_t offset) {
  std::string text;
  switch (type.kind) {
  case TypeKind::Bool:
  case TypeKind::Enum: {
    std::size_t code = 0;
    for (std::size_t i = 0; i < type.bits; ++i)
      code = code * 2 + (bits[offset + i] ? 1 : 0);
    return type.constant(code);
  }
  case TypeKind::Class:
    for (const Component& c : type.components)
      text += (text.empty() ? "" : ", ") + c.name + " = "
              + value_text(*c.type, bits, offset + c.offset);
    return "{" + text + "}";
  case TypeKind::Array:
    for (std::size_t i = 0; i < type.length; ++i)
      text +=
          (i == 0 ? "" : ", ") + value_text(*type.element, bits, offset + i * type.element->bits);
    return "[" + text + "]";
  }
  return text;
}

TypeTable::TypeTable() {
  Type boolean;
  boolean.name = "bool";
  boolean_ = add(std::move(boolean));
}

const Type* TypeTable::find(const std::string& name) const {
  auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

const Type* TypeTable::add(Type type) {
  types_.push_back(std::move(type));
  const Type* stored = &types_.back();
  by_name_.emplace(stored->name, stored);
  named_.push_back(stored);
  return stored;
}

const Type* TypeTable::array(const Type* element, std::size_t length) {
  auto [position, inserted] = arrays_.try_emplace({element, length}, nullptr);
  if (inserted) {
    Type type;
    type.kind = TypeKind::Array;
    type.name = element->name + "[" + std::to_string(length) + "]";
    type.bits = element->bits * length;
    type.full = element->full || length == 0;
    type.element = element;
    type.length = length;
    types_.push_back(std::move(type));
    position->second = &types_.back();
  }
  return position->second;
}

} // namespace kleene::calculus
