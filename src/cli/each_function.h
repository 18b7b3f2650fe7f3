// SPDX-License-Identifier: Apache-2.0
// Every function of the files as an entry, each with an answer of its own.
#pragma once
#include "commands.h"

namespace kleene::cli {

/// Checks them one after the other. The verdict is `false` if one of them is violated, `true` if all are proved.
Result<report::Verdict> check_each_function(Context& context);

} // namespace kleene::cli
