// SPDX-License-Identifier: Apache-2.0
// Numbers between kleene and isl.
#pragma once
#include "kleene/logic/integer.h"
#include "kleene/presburger/context.h"

#include <isl/val.h>

namespace kleene::presburger {

/// Owned by the caller.
isl_val* to_val(const Context& context, const Integer& value);
/// Consumes the value. Throws Failure if it is no integer.
Integer from_val(const Context& context, isl_val* value);

} // namespace kleene::presburger
