// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/type.h"

#include <fmt/core.h>

namespace kleene {

std::string to_string(Type type) {
  switch (type.kind()) {
  case TypeKind::Bool:
    return "bool";
  case TypeKind::Int:
    return "int";
  case TypeKind::Machine:
    return fmt::format("{}{}", type.is_signed() ? 'i' : 'u', type.width());
  case TypeKind::Memory:
    return "memory";
  case TypeKind::Allocation:
    return "allocation";
  }
  return "?";
}

std::optional<Type> parse_type(std::string_view text) {
  if (text == "bool") return Type::boolean();
  if (text == "int") return Type::integer();
  if (text == "memory") return Type::memory();
  if (text == "allocation") return Type::allocation();
  if (text.size() < 2 || text.size() > 3 || (text[0] != 'i' && text[0] != 'u')) return std::nullopt;
  unsigned width = 0;
  for (char c : text.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    width = width * 10 + static_cast<unsigned>(c - '0');
  }
  if (width < 1 || width > 64 || text[1] == '0') return std::nullopt;
  return Type::machine(width, text[0] == 'i');
}

} // namespace kleene
