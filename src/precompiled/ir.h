// SPDX-License-Identifier: Apache-2.0
// Precompiled: the program model, for modules that may use `ir`.
#pragma once
#include "kleene/ir/interpreter.h"
#include "kleene/ir/program.h"
#include "kleene/support/budget.h"
#include "kleene/support/diagnostic.h"
#include "kleene/support/invariant.h"
#include "kleene/support/result.h"

#include "std.h"
