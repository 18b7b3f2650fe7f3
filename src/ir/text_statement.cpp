// SPDX-License-Identifier: Apache-2.0
#include "text_statement.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "text_syntax.h"

namespace kleene::ir {

std::uint64_t parse_number(TokenCursor& cursor, std::string_view what, unsigned bits) {
  const Token& token = cursor.expect_number(what);
  const Integer& value = token.value;
  if (!fits(Type::machine(bits, false), value))
    fail(token, fmt::format("{} should fit into {} bits", what, bits));
  return static_cast<std::uint64_t>(value);
}

SourceRange parse_range(TokenCursor& cursor, const SourceFiles& files) {
  SourceRange range;
  if (!cursor.accept_symbol("@")) return range;
  auto number = [&](std::string_view what) {
    return static_cast<std::uint32_t>(parse_number(cursor, what, 32));
  };
  const Token& first = cursor.peek();
  std::uint32_t line = number("a line number");
  std::uint32_t file = 0;
  if (cursor.accept_symbol("/")) {
    file = line;
    line = number("a line number");
  }
  if (file >= files.size()) {
    fail(first,
         fmt::format("there is no file number {}: {} declared with 'file \"name\";'",
                     file,
                     files.size() == 0 ? "none is" : fmt::format("{} are", files.size())));
  }
  range.file = FileId(file);
  range.begin.line = line;
  if (cursor.accept_symbol(":")) range.begin.column = number("a column number");
  if (cursor.accept_symbol("-")) {
    range.end.line = number("a line number");
    cursor.expect_symbol(":");
    range.end.column = number("a column number");
  }
  return range;
}

Statement StatementParser::parse() {
  const Token& word = cursor_.peek();
  if (word.kind != TokenKind::Name) cursor_.fail_expected("a statement");
  const Token& after = cursor_.peek(1);
  if (after.kind == TokenKind::Symbol && after.text == ":=") return assignment();
  if (cursor_.accept_word("skip")) return Skip{};
  if (cursor_.accept_word("assume")) return assumption();
  if (cursor_.accept_word("havoc")) return havoc();
  if (cursor_.accept_word("call")) return call();
  if (cursor_.accept_word("spawn")) return spawn();
  if (cursor_.accept_word("end_thread")) return EndThread{};
  if (cursor_.accept_word("alloc")) return alloc();
  if (cursor_.accept_word("free")) return Free{pointer()};
  if (cursor_.accept_word("forget")) return forget();
  if (cursor_.accept_word("print")) return output();
  if (cursor_.at_word("exit") || cursor_.at_word("abort") || cursor_.at_word("fail")) return halt();
  cursor_.fail_expected("a statement (skip, x := …, assume, havoc, call, spawn, end_thread, "
                        "alloc, free, forget, print, exit, abort or fail)");
}

VarId StatementParser::variable() {
  const Token& name = cursor_.expect_name("a variable");
  std::optional<VarId> id = scope_.variable(name.text);
  if (!id) fail(name, fmt::format("there is no variable {} here", name.text));
  return *id;
}

VarId StatementParser::region() {
  const Token& name = cursor_.peek();
  VarId id = variable();
  if (!program_.variable(id).type.is_memory())
    fail(name, fmt::format("{} should be a variable of type memory", name.text));
  return id;
}

std::vector<VarId> StatementParser::variables() {
  std::vector<VarId> result{variable()};
  while (cursor_.accept_symbol(","))
    result.push_back(variable());
  return result;
}

Term StatementParser::term(ExpectedType expected) {
  return elaborate(parse_expression(cursor_), scope_, expected);
}

Term StatementParser::pointer() {
  return term({program_.pointer_type()});
}

Assign StatementParser::assignment() {
  Assign assign;
  do {
    VarId target = variable();
    cursor_.expect_symbol(":=");
    assign.targets.push_back(target);
    assign.values.push_back(term({program_.variable(target).type}));
  } while (cursor_.accept_symbol(","));
  return assign;
}

Assume StatementParser::assumption() {
  Assume assume;
  if (cursor_.accept_symbol("[")) {
    const Token& word = cursor_.expect_name("the kind of assumption");
    std::optional<AssumeKind> kind = parse_assume_word(word.text);
    if (!kind) fail(word, fmt::format("there is no kind of assumption '{}'", word.text));
    assume.kind = *kind;
    cursor_.expect_symbol("]");
  }
  assume.condition = term({Type::boolean()});
  return assume;
}

Havoc StatementParser::havoc() {
  Havoc havoc;
  // `angelic` and `demonic` are what older texts say for `input` and `unknown`.
  constexpr std::array adjectives{"input", "unknown", "uninitialised", "angelic", "demonic"};
  bool adjective =
      std::ranges::any_of(adjectives, [&](const char* w) { return cursor_.at_word(w); });
  bool more = cursor_.peek(1).kind == TokenKind::Name || cursor_.peek(1).text == "(";
  bool suffix = cursor_.peek(1).text == "from" || cursor_.peek(1).text == "escaping";
  if (adjective && more && !suffix) {
    std::string_view word = cursor_.next().text;
    havoc.choice = word == "input" || word == "angelic" ? Choice::Input : Choice::Unknown;
    havoc.uninitialised = word == "uninitialised";
  }
  if (cursor_.accept_symbol("("))
    cursor_.expect_symbol(")");
  else
    havoc.variables = variables();
  if (cursor_.accept_word("from"))
    havoc.origin = cursor_.expect_string("the origin of the value in quotes").text;
  if (cursor_.accept_word("escaping")) {
    do {
      havoc.escaping.push_back(term({}));
    } while (cursor_.accept_symbol(","));
  }
  return havoc;
}

Call StatementParser::call() {
  Call call;
  const Token& after = cursor_.peek(1);
  if (!(after.kind == TokenKind::Symbol && after.text == "(")) {
    call.results = variables();
    cursor_.expect_symbol(":=");
  }
  call.callee = procedure();
  call.arguments = arguments(call.callee);
  return call;
}

Spawn StatementParser::spawn() {
  Spawn spawn;
  spawn.callee = procedure();
  spawn.arguments = arguments(spawn.callee);
  return spawn;
}

ProcId StatementParser::procedure() {
  const Token& name = cursor_.expect_name("a procedure");
  std::optional<ProcId> callee = scope_.procedure(name.text);
  if (!callee) fail(name, fmt::format("there is no procedure {}", name.text));
  return *callee;
}

std::vector<Term> StatementParser::arguments(ProcId callee) {
  std::vector<Term> result;
  const std::vector<VarId>& parameters = program_.procedure(callee).parameters;
  cursor_.expect_symbol("(");
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) cursor_.expect_symbol(",");
    result.push_back(term({program_.variable(parameters[i]).type}));
  }
  cursor_.expect_symbol(")");
  return result;
}

Alloc StatementParser::alloc() {
  Alloc alloc;
  alloc.target = variable();
  cursor_.expect_symbol(":=");
  alloc.size = pointer();
  cursor_.expect_word("in");
  alloc.region = region();
  if (cursor_.accept_word("stack")) alloc.storage = Storage::Stack;
  if (cursor_.accept_word("zeroed")) alloc.zeroed = true;
  if (cursor_.accept_word("align"))
    alloc.alignment = static_cast<unsigned>(parse_number(cursor_, "an alignment", 32));
  if (cursor_.accept_word("named"))
    alloc.name = cursor_.expect_string("the name of the object in quotes").text;
  return alloc;
}

Forget StatementParser::forget() {
  Forget forget;
  forget.region = region();
  cursor_.expect_symbol("[");
  forget.address = pointer();
  cursor_.expect_symbol(",");
  forget.length = pointer();
  cursor_.expect_symbol("]");
  return forget;
}

Output StatementParser::output() {
  Output output;
  const Token& after = cursor_.peek(1);
  if (after.kind == TokenKind::Symbol && after.text == ":=") {
    output.result = variable();
    cursor_.expect_symbol(":=");
  }
  output.format = pointer();
  while (cursor_.accept_symbol(","))
    output.arguments.push_back(term({}));
  if (cursor_.accept_word("on")) {
    cursor_.expect_word("stderr");
    output.channel = Channel::Stderr;
  } else if (cursor_.accept_word("into")) {
    output.channel = Channel::Memory;
    output.region = region();
    cursor_.expect_symbol("[");
    output.destination = pointer();
    if (cursor_.accept_symbol(",")) output.limit = pointer();
    cursor_.expect_symbol("]");
  }
  return output;
}

Halt StatementParser::halt() {
  Halt halt;
  const Token& word = cursor_.next();
  if (word.text == "abort") halt.kind = HaltKind::Abort;
  if (word.text == "fail") halt.kind = HaltKind::AssertionFailure;
  if (word.text == "exit") halt.status = term({Type::machine(32, true), false});
  return halt;
}

} // namespace kleene::ir
