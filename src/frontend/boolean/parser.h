// SPDX-License-Identifier: Apache-2.0
// Tokens to syntax tree, by recursive descent. Nesting is limited, so that no input can exhaust the
// stack.
#pragma once
#include "kleene/frontend/boolean/boolean_frontend.h"

#include "ast.h"
#include "lexer.h"

namespace kleene::frontend::boolean {

struct Parsed {
  ast::Program program;
  std::vector<Diagnostic> warnings;
};

Result<Parsed> parse(const SourceFiles& files, std::vector<Token> tokens, Dialect dialect);

} // namespace kleene::frontend::boolean
