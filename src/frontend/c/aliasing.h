// SPDX-License-Identifier: Apache-2.0
// Whether two lvalues may be the same object, or have bytes in common, when they are used.
#pragma once
#include "effects.h"

namespace kleene::frontend::c {

enum class Alias {
  Never,
  Maybe,  ///< it depends on addresses
  Opaque, ///< it depends on more than addresses: bit-fields
  Always,
};

/// Members of one record that have different names are taken for apart, whatever pointers lead to them.
Alias alias(const clang::Expr* a, const clang::Expr* b, EffectTable& effects);

/// The lvalue that a read, an assignment or an increment accesses.
const clang::Expr* accessed_lvalue(const clang::Expr* access);

} // namespace kleene::frontend::c
