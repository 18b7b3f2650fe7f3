// SPDX-License-Identifier: Apache-2.0
// The part of the type checker that deals with values: variables and their parts, constants,
// numbers.
#include <algorithm>

#include "checker.h"

namespace kleene::calculus {

namespace {

std::string quoted(const std::string& name) {
  return "'" + name + "'";
}

bool is_value(ExprKind kind) {
  return kind == ExprKind::Name || kind == ExprKind::Number || kind == ExprKind::Access
         || kind == ExprKind::Index || kind == ExprKind::Plus || kind == ExprKind::Minus
         || kind == ExprKind::Times;
}

bool is_true_word(const std::string& name) {
  return name == "true";
}
bool is_bool_word(const std::string& name) {
  return name == "true" || name == "false";
}

} // namespace

std::optional<long> Checker::try_number(const Expr& expr) {
  switch (expr.kind) {
  case ExprKind::Number:
    return expr.number;
  case ExprKind::Name: {
    const Binding* binding = scope_.find(expr.name);
    if (binding == nullptr || binding->type != nullptr) return std::nullopt;
    return binding->number;
  }
  case ExprKind::Plus:
  case ExprKind::Minus:
  case ExprKind::Times: {
    auto left = try_number(*expr.kids[0]);
    auto right = try_number(*expr.kids[1]);
    if (!left || !right) return std::nullopt;
    // Numbers have at most nine digits, so that these cannot overflow.
    long result = expr.kind == ExprKind::Plus    ? *left + *right
                  : expr.kind == ExprKind::Minus ? *left - *right
                                                 : *left * *right;
    if (result > 999'999'999 || result < -999'999'999) wrong(expr, "this number is too large");
    return result;
  }
  default:
    return std::nullopt;
  }
}

long Checker::number(const Expr& expr) {
  if (auto value = try_number(expr)) return *value;
  if (expr.kind == ExprKind::Name && scope_.find(expr.name) == nullptr)
    wrong(expr, "unknown constant " + quoted(expr.name));
  wrong(expr, "expected a number or a named constant");
}

const Type* Checker::own_type(const Expr& expr) {
  switch (expr.kind) {
  case ExprKind::Number:
    return nullptr;
  case ExprKind::Name: {
    if (is_bool_word(expr.name)) return module_.types.boolean();
    const Binding* binding = scope_.find(expr.name);
    return binding != nullptr ? binding->type : nullptr;
  }
  case ExprKind::Access:
  case ExprKind::Index:
    return operand(expr, nullptr).type;
  case ExprKind::Plus:
  case ExprKind::Minus:
  case ExprKind::Times:
    return nullptr;
  default:
    return module_.types.boolean();
  }
}

Operand Checker::constant(const Type* type, std::size_t code) {
  Operand result;
  result.type = type;
  Argument value;
  value.code = code;
  result.alternatives = {{nullptr, value}};
  return result;
}

Operand Checker::with_type(const Expr& expr, Operand operand, const Type* wanted) {
  if (wanted == nullptr) return operand;
  if (operand.type == nullptr) {
    if (auto code = wanted->code(operand.number)) return constant(wanted, *code);
    wrong(expr, std::to_string(operand.number) + " is no value of type " + wanted->name);
  }
  if (operand.type != wanted) mismatch(expr, wanted, operand.type);
  return operand;
}

Operand Checker::operand(const Expr& expr, const Type* wanted) {
  if (!is_value(expr.kind)) {
    if (wanted != nullptr && wanted != module_.types.boolean())
      mismatch(expr, wanted, module_.types.boolean());
    Operand result;
    result.type = module_.types.boolean();
    result.formula = formula(expr);
    return result;
  }
  if (auto value = try_number(expr)) {
    Operand result;
    result.number = *value;
    return with_type(expr, std::move(result), wanted);
  }
  switch (expr.kind) {
  case ExprKind::Name:
    return with_type(expr, name(expr, wanted), wanted);
  case ExprKind::Access:
    return with_type(expr, component(expr), wanted);
  case ExprKind::Index:
    return with_type(expr, element(expr), wanted);
  default:
    wrong(expr, "only numbers and named constants can be added or multiplied");
  }
}

Operand Checker::name(const Expr& expr, const Type* wanted) {
  const Binding* binding = scope_.find(expr.name);
  bool fits = binding != nullptr && (wanted == nullptr || binding->type == wanted);
  if (!fits && wanted != nullptr)
    if (auto code = wanted->code(expr.name)) return constant(wanted, *code);
  if (binding == nullptr) {
    if (is_bool_word(expr.name))
      return constant(module_.types.boolean(), is_true_word(expr.name) ? 1 : 0);
    if (module_.find(expr.name) != nullptr)
      wrong(expr, quoted(expr.name) + " is a relation: it needs arguments");
    if (wanted != nullptr && wanted->kind == TypeKind::Enum)
      wrong(expr,
            quoted(expr.name) + " is neither a variable nor a constant of type " + wanted->name);
    wrong(expr, "unknown name " + quoted(expr.name));
  }
  Operand result;
  result.type = binding->type;
  Argument value;
  value.reference = Reference{binding->place, 0, binding->type};
  result.alternatives = {{nullptr, value}};
  return result;
}

Operand Checker::component(const Expr& expr) {
  Operand whole = operand(*expr.kids[0], nullptr);
  if (whole.type == nullptr || whole.type->kind != TypeKind::Class)
    wrong(expr,
          "only values of a class have components, this is "
              + (whole.type == nullptr ? "a number" : "of type " + whole.type->name));
  const Component* found = whole.type->component(expr.name);
  if (found == nullptr)
    wrong(expr, "type " + whole.type->name + " has no component " + quoted(expr.name));
  for (auto& alternative : whole.alternatives) {
    alternative.value.reference->offset += found->offset;
    alternative.value.reference->type = found->type;
  }
  whole.type = found->type;
  return whole;
}

/// A bit of the code of a value of an enumeration. Number 0 is the lowest, as in µcke; layouts begin with the highest.
std::optional<Operand> Checker::bit_of_code(const Expr& expr, const Operand& value) {
  if (value.type == nullptr || value.type->kind != TypeKind::Enum) return std::nullopt;
  auto index = try_number(*expr.kids[1]);
  if (!index || *index < 0 || static_cast<std::size_t>(*index) >= value.type->bits)
    wrong(*expr.kids[1],
          "values of type " + value.type->name + " have the bits 0 to "
              + std::to_string(value.type->bits - 1));
  Operand result = value;
  module_.asks_for_bits = true;
  result.type = module_.types.boolean();
  for (auto& alternative : result.alternatives) {
    if (!alternative.value.reference) wrong(expr, "only bits of variables can be asked for");
    alternative.value.reference->offset += value.type->bits - 1 - static_cast<std::size_t>(*index);
    alternative.value.reference->type = result.type;
  }
  return result;
}

Operand Checker::element(const Expr& expr) {
  Operand array = operand(*expr.kids[0], nullptr);
  if (auto bit = bit_of_code(expr, array)) return *bit;
  if (array.type == nullptr || array.type->kind != TypeKind::Array)
    wrong(expr,
          "only arrays can be indexed, this is "
              + (array.type == nullptr ? "a number" : "of type " + array.type->name));
  const Expr& index_expr = *expr.kids[1];
  Operand result;
  result.type = array.type->element;
  if (auto index = try_number(index_expr)) {
    if (*index < 0 || static_cast<std::size_t>(*index) >= array.type->length)
      wrong(index_expr, "index " + std::to_string(*index) + " is outside of " + array.type->name);
    result.alternatives = array.alternatives;
    for (auto& alternative : result.alternatives) {
      alternative.value.reference->offset +=
          static_cast<std::size_t>(*index) * array.type->element->bits;
      alternative.value.reference->type = array.type->element;
    }
    return result;
  }
  const Type* of_constant = nullptr;
  if (index_expr.kind == ExprKind::Name && scope_.find(index_expr.name) == nullptr)
    of_constant = common_enumeration(index_expr, index_expr);
  Operand index = operand(index_expr, of_constant);
  if (index.type == nullptr || index.formula != nullptr || index.type->count == 0
      || (index.type->kind != TypeKind::Enum && index.type->kind != TypeKind::Bool))
    wrong(index_expr, "an index is a number or a value of an enumeration");
  add_elements(index_expr, array, index, result);
  return result;
}

void Checker::add_elements(const Expr& expr,
                           const Operand& array,
                           const Operand& index,
                           Operand& result) {
  const Type& element = *array.type->element;
  for (const auto& chosen : index.alternatives) {
    for (std::size_t code = 0; code < index.type->count; ++code) {
      long position = index.type->first_number.value_or(0) + static_cast<long>(code);
      if (position < 0 || static_cast<std::size_t>(position) >= array.type->length)
        wrong(expr,
              "the index may be " + index.type->constant(code) + ", which is outside of "
                  + array.type->name);
      const Formula* here = chosen.value.reference ? make_.equal_code(*chosen.value.reference, code)
                                                   : make_.constant(*chosen.value.code == code);
      if (here->is(false)) continue;
      for (const auto& part : array.alternatives) {
        Operand::Alternative alternative;
        alternative.guard = guarded(chosen.guard, guarded(part.guard, here));
        Reference reference = *part.value.reference;
        reference.offset += static_cast<std::size_t>(position) * element.bits;
        reference.type = &element;
        alternative.value.reference = reference;
        result.alternatives.push_back(std::move(alternative));
      }
    }
    limit_size(expr);
  }
}

} // namespace kleene::calculus
