// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"

#include "term_writer.h"
#include "text_expression.h"

namespace kleene::ir {

std::string print(Term term, const Program& program) {
  return write_term(term, program, TermStyle::Exact, true);
}

Result<Term> parse_term(const std::string& text, Program& program, Type type) {
  std::vector<Token> tokens = tokenize(text);
  TokenCursor cursor(tokens);
  Scope scope;
  scope.program = &program;
  scope.variable = [&](const std::string& name) { return program.find_variable(name); };
  scope.procedure = [&](const std::string& name) { return program.find_procedure(name); };
  scope.object = [&](const std::string& name) -> std::optional<ObjectId> {
    for (std::size_t i = 0; i < program.objects.size(); ++i)
      if (program.objects[i].name == name) return ObjectId(i);
    return std::nullopt;
  };
  try {
    Term term = elaborate(parse_expression(cursor), scope, {type});
    if (cursor.peek().kind != TokenKind::End) cursor.fail_expected("the end of the term");
    return term;
  } catch (const ParseFailure& failure) {
    return Diagnostic::error(ErrorKind::Parse, failure.message);
  }
}

} // namespace kleene::ir
