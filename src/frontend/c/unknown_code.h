// SPDX-License-Identifier: Apache-2.0
// One procedure for all code that we do not see: bodies of functions without one, and what they call.
//
// It does any of the following in any order, as often as it likes, and nobody knows what: write
// everything that is exported or has escaped, call every function that is exported or has escaped, with
// any arguments, make and free heap objects, end the program, go on for ever, return.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::frontend::c {

class ProgramLowering;

void build_unknown_code(ProgramLowering& program, ir::ProcId procedure);

} // namespace kleene::frontend::c
