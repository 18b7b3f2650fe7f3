// SPDX-License-Identifier: Apache-2.0
// Types of terms. A type is a small value; equality is structural.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kleene {

enum class TypeKind : std::uint8_t {
  Bool,
  Int,        ///< mathematical integers
  Machine,    ///< two's complement integers of 1 to 64 bits
  Memory,     ///< a region of bytes: addresses to bytes
  Allocation, ///< the table of live objects
};

class Type {
public:
  static constexpr Type boolean() { return Type(TypeKind::Bool, 0, false); }
  static constexpr Type integer() { return Type(TypeKind::Int, 0, true); }
  static constexpr Type machine(unsigned width, bool is_signed) {
    return Type(TypeKind::Machine, static_cast<std::uint8_t>(width), is_signed);
  }
  static constexpr Type memory() { return Type(TypeKind::Memory, 0, false); }
  static constexpr Type allocation() { return Type(TypeKind::Allocation, 0, false); }
  constexpr Type() = default;

  constexpr TypeKind kind() const { return kind_; }
  constexpr bool is_bool() const { return kind_ == TypeKind::Bool; }
  constexpr bool is_math() const { return kind_ == TypeKind::Int; }
  constexpr bool is_machine() const { return kind_ == TypeKind::Machine; }
  /// Machine or mathematical integer.
  constexpr bool is_integer() const { return is_machine() || is_math(); }
  constexpr bool is_memory() const { return kind_ == TypeKind::Memory; }
  constexpr unsigned width() const { return width_; }
  constexpr unsigned bytes() const { return (width_ + 7U) / 8U; }
  constexpr bool is_signed() const { return signed_; }
  constexpr auto operator<=>(const Type&) const = default;

private:
  constexpr Type(TypeKind kind, std::uint8_t width, bool is_signed)
      : kind_(kind), width_(width), signed_(is_signed) {}
  TypeKind kind_ = TypeKind::Bool;
  std::uint8_t width_ = 0;
  bool signed_ = false;
};

/// `bool`, `int`, `i32`, `u8`, `memory`, `allocation`.
std::string to_string(Type type);
std::optional<Type> parse_type(std::string_view text);

} // namespace kleene
