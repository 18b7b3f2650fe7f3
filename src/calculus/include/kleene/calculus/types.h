// SPDX-License-Identifier: Apache-2.0
// Types of the calculus: bool, enumerations and ranges, classes, arrays. A value is a row of bits;
// enumerations that do not fill their bits leave codes that are no values.
#pragma once
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kleene::calculus {

enum class TypeKind { Bool, Enum, Class, Array };

struct Type;

struct Component {
  std::string name;
  const Type* type = nullptr;
  /// Its first bit among the bits of the class.
  std::size_t offset = 0;
};

struct Type {
  TypeKind kind = TypeKind::Bool;
  std::string name;
  std::size_t bits = 1;
  /// Whether every code is a value.
  bool full = true;

  /// Enumerations: how many values; their names, or for ranges the first number.
  std::size_t count = 2;
  std::vector<std::string> constants;
  std::unordered_map<std::string, std::size_t> codes;
  std::optional<long> first_number;

  std::vector<Component> components;
  /// Bits of a class from the top of the decision order down, as its constraints advise.
  std::vector<std::size_t> bit_order;

  const Type* element = nullptr;
  std::size_t length = 0;

  const Component* component(const std::string& wanted) const;
  /// One more constant of an enumeration; its name is new.
  void add_constant(const std::string& constant);
  /// The code of a constant of an enumeration.
  std::optional<std::size_t> code(const std::string& constant) const;
  std::optional<std::size_t> code(long number) const;
  /// The name of a code of an enumeration or of bool.
  std::string constant(std::size_t code) const;
};

/// A value as a person writes it: `true`, `red`, `{x = false, y = 3}`, `[0, 1]`.
std::string value_text(const Type& type, const std::vector<bool>& bits, std::size_t offset = 0);

class TypeTable {
public:
  TypeTable();
  const Type* boolean() const { return boolean_; }
  /// Nothing if there is no type of that name.
  const Type* find(const std::string& name) const;
  /// The type is complete and its name new.
  const Type* add(Type type);
  const Type* array(const Type* element, std::size_t length);
  /// Named types in the order of their declaration.
  const std::vector<const Type*>& named() const { return named_; }

private:
  std::deque<Type> types_;
  std::map<std::string, const Type*> by_name_;
  std::map<std::pair<const Type*, std::size_t>, const Type*> arrays_;
  std::vector<const Type*> named_;
  const Type* boolean_ = nullptr;
};

} // namespace kleene::calculus
