// SPDX-License-Identifier: Apache-2.0
// Formats of printf and its kin.
#pragma once
#include <string>
#include <string_view>

namespace clang {
class Expr;
} // namespace clang

namespace kleene::frontend::c {

/// Is the format a literal without conversions that write, that depend on the locale, or that are not covered for
/// other reasons?
bool is_plain_format(const clang::Expr* format);

/// The model of a printing function that reads its format when the program runs.
std::string format_model(std::string_view function);

} // namespace kleene::frontend::c
