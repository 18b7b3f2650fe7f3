// SPDX-License-Identifier: Apache-2.0
// The dialect of C that programs are read in is that of gcc 12 without optimisation: its predefined
// macros, its answers to `__has_builtin` and `__has_attribute`, its headers and its types. Clang reads
// the program; this is what it has to be told.
#pragma once
#include "kleene/frontend/c/c_frontend.h"

#include <string>
#include <string_view>
#include <vector>

namespace clang {
class CompilerInstance;
class CompilerInvocation;
class TargetInfo;
} // namespace clang

namespace kleene::frontend::c {

/// Sets what an invocation of Clang defines before it reads `text`.
void set_dialect(clang::CompilerInvocation& invocation,
                 const Options& options,
                 std::string_view text,
                 bool preprocessed);
/// Types of the target that differ from Clang's.
void set_types(clang::TargetInfo& target, const Options& options);
/// Hides from the program the macros that only Clang has. To be called between the beginning of the
/// file and its execution.
void hide_clang(clang::CompilerInstance& compiler);

/// Does the text compare types, and name one of `_Float32` and its kin? These are types of their own to
/// gcc, but not to Clang.
bool distinguishes_float_types(std::string_view text);

/// Is it the name of a function that gcc 12 knows?
bool gcc_knows_builtin(std::string_view name);

/// Attributes that gcc knows, that change what a program means, and that Clang would drop become
/// annotations that begin with this.
constexpr std::string_view unknown_attribute_mark = "kleene.attribute.";
void keep_gcc_attributes();
/// Is this an argument of `optimize` that says how much to optimise: `O2`, `-Os`, `3`?
bool is_optimisation_level(std::string_view text);

/// Errors about what is not covered, rather than wrong, begin with this.
constexpr std::string_view uncovered_mark = "not covered: ";
/// Refuses pragmas that change what a program means and that Clang does not read as gcc does.
void watch_pragmas(clang::CompilerInstance& compiler);

} // namespace kleene::frontend::c
