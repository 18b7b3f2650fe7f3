// SPDX-License-Identifier: Apache-2.0
// Formats of scanf and its kin that are known before the program runs: each becomes a function in C that reads what it
// says, so that no model has to read the format.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clang {
class CallExpr;
} // namespace clang

namespace kleene::frontend::c {

/// The format of the call of `function`, if that is `scanf`, `fscanf` or `sscanf` and the format a literal.
std::optional<std::string> known_scan_format(std::string_view function,
                                             const clang::CallExpr* call);

/// The name of such a function, which is one of several.
std::string scan_function_name(std::string_view function, std::size_t number);

/// What stands before such functions.
std::string_view scan_declarations();

/// The text of a function `name` with the parameters of `function`, a pointer for each conversion at their end; nothing
/// if the format has conversions that are not covered.
std::optional<std::string>
scan_function(const std::string& name, std::string_view function, std::string_view format);

/// The function that a function of this name stands for, or the name itself.
std::string shown_function(const std::string& name);

} // namespace kleene::frontend::c
