// SPDX-License-Identifier: Apache-2.0
// Tokens to syntax tree, by recursive descent with a limit on the depth.
#pragma once
#include "ast.h"
#include "lexer.h"

namespace kleene::frontend::linear {

Result<Tree> parse(const SourceFiles& files, const std::vector<Token>& tokens);

} // namespace kleene::frontend::linear
