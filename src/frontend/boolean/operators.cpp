// SPDX-License-Identifier: Apache-2.0
#include "operators.h"

#include "kleene/support/invariant.h"

namespace kleene::frontend::boolean {
namespace {

struct Binding {
  int strength = 0;
  bool to_the_right = false;
};

Binding binding(BinaryOp op, Dialect dialect) {
  bool satabs = dialect == Dialect::Satabs;
  switch (op) {
  case BinaryOp::Implies:
    return {0, satabs};
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return satabs ? Binding{0, true} : Binding{4, false};
  case BinaryOp::Or:
    return {satabs ? 2 : 1, false};
  case BinaryOp::Xor:
    return {satabs ? 1 : 2, false};
  case BinaryOp::And:
    return {3, false};
  }
  KL_INVARIANT(false, "every operator should have a binding");
}

bool apply(BinaryOp op, bool a, bool b) {
  switch (op) {
  case BinaryOp::And:
    return a && b;
  case BinaryOp::Or:
    return a || b;
  case BinaryOp::Xor:
  case BinaryOp::Ne:
    return a != b;
  case BinaryOp::Eq:
    return a == b;
  case BinaryOp::Implies:
    return !a || b;
  }
  KL_INVARIANT(false, "every operator should have a meaning");
}

/// The value of a row in postfix, operand i being bit i of `values`.
bool evaluate(const std::vector<std::size_t>& order,
              const std::vector<BinaryOp>& operators,
              std::size_t values) {
  std::vector<bool> stack;
  for (std::size_t entry : order) {
    if (entry <= operators.size()) {
      stack.push_back((values >> entry) & 1U);
      continue;
    }
    bool b = stack.back();
    stack.pop_back();
    stack.back() = apply(operators[entry - operators.size() - 1], stack.back(), b);
  }
  return stack.back();
}

} // namespace

std::optional<BinaryOp> binary_operator(std::string_view symbol) {
  if (symbol == "&") return BinaryOp::And;
  if (symbol == "|") return BinaryOp::Or;
  if (symbol == "^") return BinaryOp::Xor;
  if (symbol == "=") return BinaryOp::Eq;
  if (symbol == "!=") return BinaryOp::Ne;
  if (symbol == "=>") return BinaryOp::Implies;
  return std::nullopt;
}

std::vector<std::size_t> postfix(const std::vector<BinaryOp>& operators, Dialect dialect) {
  std::size_t operands = operators.size() + 1;
  std::vector<std::size_t> order{0};
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < operators.size(); ++i) {
    Binding mine = binding(operators[i], dialect);
    while (!waiting.empty()) {
      Binding other = binding(operators[waiting.back()], dialect);
      if (other.strength < mine.strength || (other.strength == mine.strength && mine.to_the_right))
        break;
      order.push_back(operands + waiting.back());
      waiting.pop_back();
    }
    waiting.push_back(i);
    order.push_back(i + 1);
  }
  for (; !waiting.empty(); waiting.pop_back())
    order.push_back(operands + waiting.back());
  return order;
}

bool readings_differ(const std::vector<BinaryOp>& operators) {
  constexpr std::size_t most_operands = 12;
  std::vector<std::size_t> getafix = postfix(operators, Dialect::Getafix);
  std::vector<std::size_t> satabs = postfix(operators, Dialect::Satabs);
  if (getafix == satabs) return false;
  if (operators.size() >= most_operands) return true;
  for (std::size_t values = 0; values < (std::size_t(2) << operators.size()); ++values)
    if (evaluate(getafix, operators, values) != evaluate(satabs, operators, values)) return true;
  return false;
}

} // namespace kleene::frontend::boolean
