// SPDX-License-Identifier: Apache-2.0
// Bytes that are written as numbers and read as pointers, without a cast between the two.
#pragma once
#include <clang/AST/ASTFwd.h>
#include <clang/AST/Type.h>

#include <cstdint>

namespace kleene::frontend::c {

/// Is there a pointer in objects of this type?
bool holds_pointers(clang::QualType type);

/// Does the union have room for pointers and, in the same bytes, for numbers?
bool is_mixed_union(const clang::MemberExpr* member);

/// As what memory is accessed through a pointer behind a cast.
enum class View : std::uint8_t {
  Same,     ///< as before
  Numbers,  ///< without pointers; before, nobody said
  Pointers, ///< with pointers; before, nobody said
  Both,     ///< with pointers where there were none, or the other way round
};
View view_after(const clang::CastExpr* cast);

/// May the callee copy between memory that holds pointers and memory that holds none? It sees no types.
bool leads_to_both(const clang::CallExpr* call);

} // namespace kleene::frontend::c
