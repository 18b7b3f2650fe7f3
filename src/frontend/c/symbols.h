// SPDX-License-Identifier: Apache-2.0
// What a declaration tells the assembler and the linker: the name of its symbol, whether it is weak,
// what it is another name of, when it runs, and what about it is not covered.
#pragma once
#include "clang_driver.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class Decl;
class NamedDecl;
} // namespace clang

namespace kleene::frontend::c {

/// The name that the assembler sees.
std::string symbol_name(const clang::NamedDecl* decl);
/// The symbol that a declaration is another name of: `alias` or `weakref`.
std::optional<std::string> alias_target(const clang::NamedDecl* decl);
bool is_weak(const clang::NamedDecl* decl);

struct StartupOrder {
  std::optional<int> before_main; ///< the priority of a constructor; small ones run first
  std::optional<int> after_main;  ///< of a destructor; large ones run first
};
/// `late`: attributes of the unit that Clang dropped.
StartupOrder startup_order(const clang::NamedDecl* decl, const std::vector<LateAttribute>& late);

/// What an attribute of the declaration means that is not covered, in the words of an error message.
std::optional<std::string> uncovered_attribute(const clang::NamedDecl* decl);
/// The same for what can be told without a use of the declaration.
std::optional<std::string> uncovered_declaration(const clang::Decl* decl);
/// Does the declaration do something that nobody in the program asks for? Then it is not covered as soon as the
/// program starts, but no earlier.
bool acts_by_itself(const clang::Decl* decl);
/// Assembly at file scope that is not empty.
bool is_assembly(const clang::Decl* decl);

/// An error at the place of a declaration.
Diagnostic error_at(const clang::Decl* decl, ErrorKind kind, const std::string& message);

/// Does the compiler, the linker or the library define the symbol?
bool is_system_symbol(const clang::NamedDecl* decl, const std::string& symbol);

} // namespace kleene::frontend::c
