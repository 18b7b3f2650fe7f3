// SPDX-License-Identifier: Apache-2.0
// `kleene validate` with an SV-COMP witness. A violation witness guides the search for an execution, which
// counts as always; the invariants of a correctness witness have to be proved together with the program.
#pragma once
#include "commands.h"

namespace kleene::cli {

/// The verdict on the program if the witness is confirmed; otherwise `unknown`, with the reason.
Result<report::Verdict> validate_witness(Context& context, const std::string& text);

} // namespace kleene::cli
