// SPDX-License-Identifier: Apache-2.0
// Allocation constraints (`a < b`, `a ~+ b`, …) turned into orders of decision variables. They are
// advice: whatever they say, formulas mean the same.
#pragma once
#include "kleene/calculus/types.h"

#include <functional>
#include <string>
#include <vector>

#include "ast.h"

namespace kleene::calculus {

/// Whether something has to stand above itself.
bool contradictory(const std::vector<OrderAdvice>& advice);

/// An arrangement of named rows of bits: the rows in each group are interleaved.
struct Row {
  std::string name;
  std::vector<std::size_t> bits;
};
std::vector<std::size_t> arrange(const std::vector<Row>& rows,
                                 const std::vector<OrderAdvice>& advice);

/// The bits of any type from the top of the order down.
std::vector<std::size_t> bit_order(const Type& type);

using Warn = std::function<void(const OrderAdvice&, const std::string& message)>;
std::vector<std::size_t>
class_bit_order(const Type& type, const std::vector<OrderAdvice>& advice, const Warn& warn);

} // namespace kleene::calculus
