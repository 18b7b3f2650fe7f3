// SPDX-License-Identifier: Apache-2.0
// From text to statements. `#load` is followed, so that the result is one list.
#pragma once
#include "kleene/support/source.h"

#include <functional>
#include <string>
#include <vector>

#include "ast.h"

namespace kleene::calculus {

using Loader = std::function<ReadFile(const std::string& path)>;

/// Appends the statements of a file that is already in `files`. Throws InputError.
void parse(SourceFiles& files, FileId file, const Loader& load, std::vector<Statement>& statements);

} // namespace kleene::calculus
