// SPDX-License-Identifier: Apache-2.0
// Programs that can see more of a float than its number.
#pragma once
#include <clang/AST/ASTFwd.h>

#include <string_view>

namespace kleene::frontend::c {

/// Might the expression look at the sign or the payload of a float that is no number: through a member of a
/// union, a cast between pointers, or a function that tells them? In doubt it does. Where nothing in a
/// program does, all NaNs are alike.
bool sees_float_bits(const clang::Stmt* statement);

} // namespace kleene::frontend::c
