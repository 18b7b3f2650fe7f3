// SPDX-License-Identifier: Apache-2.0
// How a row of operands and binary operators without parentheses becomes a tree, in each dialect.
#pragma once
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <optional>
#include <string_view>

#include "ast.h"

namespace kleene::frontend::boolean {

enum class BinaryOp { And, Xor, Or, Eq, Ne, Implies };

std::optional<BinaryOp> binary_operator(std::string_view symbol);

/// The order in which the operators of `o0 op0 o1 op1 o2 …` apply, as postfix: an entry below the
/// number of operands is an operand, others are that number plus the index of an operator.
std::vector<std::size_t> postfix(const std::vector<BinaryOp>& operators, Dialect dialect);

/// Whether the two dialects give the row different meanings, whatever the operands are. Rows of very
/// many operands are compared by shape only.
bool readings_differ(const std::vector<BinaryOp>& operators);

} // namespace kleene::frontend::boolean
