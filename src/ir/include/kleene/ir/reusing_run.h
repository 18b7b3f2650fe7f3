// SPDX-License-Identifier: Apache-2.0
// Another allocator for the interpreter, to find programs that notice where their objects lie.
#pragma once
#include "kleene/ir/interpreter.h"

namespace kleene::ir {

/// As Interpreter::run without a tracer, but the address of an object that is no longer alive comes back as
/// soon as another one fits there. Otherwise it comes back only when the whole address space was used once.
RunResult
run_reusing_addresses(const Program& program, InputSource& inputs, const RunOptions& options);

} // namespace kleene::ir
