// SPDX-License-Identifier: Apache-2.0
// To gcc a bit-field wider than int has a type of its own, as wide as the field, and arithmetic on it
// wraps there; to Clang it has its declared type. Where that could make a difference is told here.
#pragma once

namespace clang {
class ASTContext;
class BinaryOperator;
class Expr;
} // namespace clang

namespace kleene::frontend::c {

/// Has the expression, to gcc, the type of a bit-field wider than int?
bool is_wide_bit_field(const clang::Expr* e, const clang::ASTContext& context);
/// Is it part of the expression, evaluated or not?
bool mentions_wide_bit_field(const clang::Expr* e, const clang::ASTContext& context);
/// Does gcc compute the operator in another type than Clang?
bool computes_narrower(const clang::BinaryOperator* e, const clang::ASTContext& context);

} // namespace kleene::frontend::c
