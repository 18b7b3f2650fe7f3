// SPDX-License-Identifier: Apache-2.0
// Bytes that are written as numbers and read as pointers, without a cast between the two.
#pragma once
#include <clang/AST/ASTFwd.h>

namespace kleene::frontend::c {

/// Does the expression make memory that holds pointers accessible as memory that holds none, or the other way
/// round: a member of a union, a cast between pointers, arguments of one call that lead to both? In doubt it does.
bool reinterprets_pointers(const clang::Stmt* statement);

} // namespace kleene::frontend::c
