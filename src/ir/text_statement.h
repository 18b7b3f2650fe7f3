// SPDX-License-Identifier: Apache-2.0
// Statements of the textual form, and the small parts that declarations share with them.
#pragma once
#include "text_expression.h"

namespace kleene::ir {

/// An unsigned number that fits the given number of bits.
std::uint64_t parse_number(TokenCursor& cursor, std::string_view what, unsigned bits = 64);
/// `@ file/line:column-line:column`, everything but the line optional; unknown if there is no `@`.
SourceRange parse_range(TokenCursor& cursor, const SourceFiles& files);

class StatementParser {
public:
  StatementParser(TokenCursor& cursor, const Scope& scope)
      : cursor_(cursor), scope_(scope), program_(*scope.program) {}

  Statement parse();

private:
  Assign assignment();
  Assume assumption();
  Havoc havoc();
  Call call();
  Spawn spawn();
  Alloc alloc();
  Forget forget();
  Output output();
  Halt halt();

  ProcId procedure();
  std::vector<Term> arguments(ProcId callee);
  VarId variable();
  VarId region();
  std::vector<VarId> variables();
  Term term(ExpectedType expected);
  Term pointer();

  TokenCursor& cursor_;
  const Scope& scope_;
  Program& program_;
};

} // namespace kleene::ir
