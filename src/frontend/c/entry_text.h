// SPDX-License-Identifier: Apache-2.0
// Any function as the entry of a program: C text that makes up its arguments, to stand behind the file that
// defines the function. The front end and the compilers of native runs read the same text, so what an
// execution does with its inputs is the same to both.
#pragma once
#include "kleene/frontend/c/c_frontend.h"

#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace kleene::frontend::c {

struct EntryText {
  std::string text;       ///< defines the function `ir::made_entry`
  bool pointers = false;  ///< it makes up objects that pointers lead to
  bool functions = false; ///< it makes up functions that pointers lead to
  bool cut = false;       ///< pointers deeper than options.entry_depth are null
  bool partial = false;   ///< a value of a type that is not covered stays without one
};

/// `globals`: variables that get arbitrary values before, and can be named behind the function.
EntryText entry_text(const clang::FunctionDecl* function,
                     const std::vector<const clang::VarDecl*>& globals,
                     const Options& options);

} // namespace kleene::frontend::c
