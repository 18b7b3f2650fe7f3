// SPDX-License-Identifier: Apache-2.0
#include "parser.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "expression_parser.h"
#include "token_stream.h"

namespace kleene::calculus {

namespace {

class StatementParser {
public:
  StatementParser(SourceFiles& files,
                  FileId file,
                  const Loader& load,
                  std::vector<std::string>& open_files,
                  std::vector<Statement>& statements)
      : files_(files),
        file_(file),
        load_(load),
        open_files_(open_files),
        statements_(statements),
        tokens_(files, tokenize(files, file)),
        expressions_(tokens_) {}

  void run() {
    while (!tokens_.at_end())
      statement();
  }

private:
  template <class What>
  void add(const SourceRange& begin, What what) {
    statements_.push_back({tokens_.range_from(begin), std::move(what)});
  }

  void statement() {
    const Token& token = tokens_.peek();
    if (token.kind == TokenKind::Directive) return directive();
    if (token.is(";")) {
      tokens_.take();
      return;
    }
    if (token.is_word("enum")) return enumeration();
    if (token.is_word("class") || token.is_word("struct")) return record();
    bool named_next = tokens_.peek(1).kind == TokenKind::Identifier
                      && !ExpressionParser::is_keyword(tokens_.peek(1));
    if (token.is_word("mu") || token.is_word("nu")) return relation();
    if (token.is_word("input") && named_next) return relation();
    if (token.is_word("const") && named_next && tokens_.peek(2).is("=")) return constant();
    if (token.is_word("query") && named_next && tokens_.peek(2).is(":")) return query();
    if (token.is_word("bool") || (named_next && !ExpressionParser::is_keyword(token)))
      return tokens_.peek(2).is("(") ? relation() : variables();
    query();
  }

  void enumeration() {
    SourceRange begin = tokens_.take().range;
    EnumDecl declaration;
    declaration.name = tokens_.expect_identifier("the name of the type").text;
    tokens_.expect("{", "before the constants");
    bool numbers = tokens_.peek().kind == TokenKind::Number || tokens_.peek(1).is("..")
                   || tokens_.peek(1).is("...");
    if (numbers) {
      declaration.low = expressions_.number();
      if (!tokens_.accept("..") && !tokens_.accept("...")) tokens_.unexpected("'..'");
      declaration.high = expressions_.number();
    } else {
      do {
        const Token& name = tokens_.expect_identifier("the name of a constant");
        declaration.constants.emplace_back(name.text, name.range);
      } while (tokens_.accept(",") && !tokens_.peek().is("}"));
    }
    tokens_.expect("}", "after the constants");
    tokens_.expect(";", "after the type");
    add(begin, std::move(declaration));
  }

  void record() {
    SourceRange begin = tokens_.take().range;
    ClassDecl declaration;
    declaration.name = tokens_.expect_identifier("the name of the type").text;
    tokens_.expect("{", "before the components");
    while (!tokens_.accept("}")) {
      Token type = tokens_.expect_identifier("the type of a component");
      do
        declaration.components.push_back(expressions_.variable(type));
      while (tokens_.accept(","));
      tokens_.expect(";", "after a component");
    }
    declaration.order = order();
    tokens_.expect(";", "after the type");
    add(begin, std::move(declaration));
  }

  bool at_order(const std::vector<VariableDecl>& formals) const {
    if (tokens_.peek().is("~+") || tokens_.peek().is("~-")) return true;
    const Token& next = tokens_.peek(1);
    bool relates = next.is("<") || next.is(">") || next.is("~+") || next.is("~-");
    return relates && std::any_of(formals.begin(), formals.end(), [&](const VariableDecl& formal) {
             return tokens_.peek().is_word(formal.name);
           });
  }

  /// `x` or `x.y.z`
  std::string path() {
    std::string text = tokens_.expect_identifier("a name in an allocation constraint").text;
    while (tokens_.accept("."))
      text += "." + tokens_.expect_identifier("the name of a component").text;
    return text;
  }

  std::vector<OrderAdvice> order() {
    std::vector<OrderAdvice> advice;
    if (tokens_.peek().is(";")) return advice;
    do {
      OrderAdvice item;
      SourceRange begin = tokens_.peek().range;
      if (tokens_.peek().kind == TokenKind::Identifier) item.left = path();
      bool swapped = tokens_.peek().is(">");
      if (tokens_.accept("<") || tokens_.accept(">"))
        item.kind = OrderKind::Above;
      else if (tokens_.accept("~+"))
        item.kind = OrderKind::Interleave;
      else if (tokens_.accept("~-"))
        item.kind = OrderKind::InterleaveReversed;
      else
        tokens_.unexpected("'<', '>', '~+' or '~-' in an allocation constraint");
      item.right = path();
      if (swapped) std::swap(item.left, item.right);
      item.range = tokens_.range_from(begin);
      advice.push_back(std::move(item));
    } while (tokens_.accept(","));
    return advice;
  }

  void relation() {
    SourceRange begin = tokens_.peek().range;
    RelationDecl declaration;
    if (tokens_.accept_word("mu"))
      declaration.kind = RelationKind::Least;
    else if (tokens_.accept_word("nu"))
      declaration.kind = RelationKind::Greatest;
    else if (tokens_.accept_word("input"))
      declaration.kind = RelationKind::Input;
    if (declaration.kind != RelationKind::Input || tokens_.peek(1).kind == TokenKind::Identifier)
      if (!tokens_.accept_word("bool")) tokens_.unexpected("'bool'");
    Token name = tokens_.expect_identifier("the name of the relation");
    declaration.name = name.text;
    declaration.name_range = name.range;
    tokens_.expect("(", "before the parameters");
    if (!tokens_.peek().is(")")) declaration.formals = expressions_.typed_variables();
    tokens_.expect(")", "after the parameters");
    if (at_order(declaration.formals)) declaration.order = order();
    if (!tokens_.peek().is(";")) {
      if (declaration.kind == RelationKind::Input) tokens_.unexpected("';': an input has no body");
      declaration.body = expressions_.formula();
    }
    tokens_.expect(";", "after the definition");
    add(begin, std::move(declaration));
  }

  void variables() {
    Token type = tokens_.take();
    do {
      VariableDecl declaration = expressions_.variable(type);
      add(type.range, std::move(declaration));
    } while (tokens_.accept(","));
    tokens_.expect(";", "after the variable");
  }

  void constant() {
    SourceRange begin = tokens_.take().range;
    ConstDecl declaration;
    declaration.name = tokens_.take().text;
    tokens_.take(); // =
    declaration.value = expressions_.number();
    tokens_.expect(";", "after the constant");
    add(begin, std::move(declaration));
  }

  void query() {
    SourceRange begin = tokens_.peek().range;
    QueryDecl declaration;
    if (tokens_.peek().is_word("query") && tokens_.peek(2).is(":")) {
      tokens_.take();
      declaration.name = tokens_.take().text;
      tokens_.take(); // :
    }
    declaration.formula = expressions_.formula();
    tokens_.expect(";", "after the formula");
    add(begin, std::move(declaration));
  }

  void directive();
  void print(const SourceRange& begin);
  void load(const Token& word);
  void load_file(const Token& word, const std::string& name);

  SourceFiles& files_;
  FileId file_;
  const Loader& load_;
  std::vector<std::string>& open_files_;
  std::vector<Statement>& statements_;
  TokenStream tokens_;
  ExpressionParser expressions_;
};

/// What stands behind the word. A drawing is wanted of a relation, which nobody does here, or of a formula.
enum class Shape { Relation, Formula, Drawing, Words };

struct Known {
  DirectiveKind kind;
  Shape shape;
};

const std::map<std::string, Known, std::less<>>& known_directives() {
  static const std::map<std::string, Known, std::less<>> known{
      {"ons", {DirectiveKind::OnsetSize, Shape::Relation}},
      {"onsetsize", {DirectiveKind::OnsetSize, Shape::Relation}},
      {"size", {DirectiveKind::NodeCount, Shape::Relation}},
      {"reset", {DirectiveKind::Reset, Shape::Relation}},
      {"cex", {DirectiveKind::Counterexample, Shape::Formula}},
      {"counterexample", {DirectiveKind::Counterexample, Shape::Formula}},
      {"wit", {DirectiveKind::Witness, Shape::Formula}},
      {"witness", {DirectiveKind::Witness, Shape::Formula}},
      {"vis", {DirectiveKind::Witness, Shape::Drawing}},
      {"visualize", {DirectiveKind::Witness, Shape::Drawing}},
      {"frontier", {DirectiveKind::Frontier, Shape::Words}},
      {"verbose", {DirectiveKind::Ignored, Shape::Words}},
      {"timer", {DirectiveKind::Timer, Shape::Words}},
      {"dump", {DirectiveKind::NotDone, Shape::Words}},
      {"undump", {DirectiveKind::NotDone, Shape::Words}},
      {"quit", {DirectiveKind::Quit, Shape::Words}},
  };
  return known;
}

void StatementParser::directive() {
  Token word = tokens_.take();
  if (word.text == "load") return load(word);
  if (word.text == "print") return print(word.range);
  auto found = known_directives().find(word.text);
  if (found == known_directives().end())
    fail(files_, word.range, "unknown directive '#" + word.text + "'");
  DirectiveDecl declaration;
  declaration.kind = found->second.kind;
  bool name_alone = tokens_.peek().kind == TokenKind::Identifier && tokens_.peek(1).is(";");
  if (found->second.shape == Shape::Drawing && name_alone) {
    tokens_.take();
    declaration.kind = DirectiveKind::NotDone;
    declaration.text = "decision diagrams are not drawn";
  } else if (found->second.shape == Shape::Relation) {
    const Token& name = tokens_.expect_identifier("the name of a relation");
    bool all = declaration.kind == DirectiveKind::Reset && name.text == "all";
    declaration.text = all ? "" : name.text;
    declaration.text_range = name.range;
  } else if (found->second.shape != Shape::Words) {
    declaration.formula = expressions_.formula();
  } else {
    declaration.text_range = tokens_.peek().range;
    if (!tokens_.at_end() && !tokens_.peek().is(";")) declaration.text = tokens_.take().text;
    while (!tokens_.at_end() && !tokens_.peek().is(";"))
      tokens_.take();
    if (declaration.kind == DirectiveKind::NotDone)
      declaration.text = "values are neither written to files nor read from them";
  }
  tokens_.expect(";", "after the directive");
  add(word.range, std::move(declaration));
}

/// Texts with commas are one line; `statistics` and names, whose definitions µcke prints, stand for themselves.
void StatementParser::print(const SourceRange& begin) {
  DirectiveDecl line;
  line.kind = DirectiveKind::Print;
  bool any_text = tokens_.peek().is(";");
  do {
    DirectiveDecl word;
    word.kind = DirectiveKind::NotDone;
    word.text = "definitions are not printed";
    if (tokens_.peek().kind == TokenKind::String) {
      line.text += (line.text.empty() ? "" : " ") + tokens_.take().text;
      any_text = true;
      continue;
    }
    if (tokens_.peek().is(";")) break;
    if (tokens_.expect_identifier("a text in quotes, or 'statistics'").text == "statistics")
      word.kind = DirectiveKind::PrintStatistics;
    add(begin, std::move(word));
  } while (tokens_.accept(","));
  tokens_.expect(";", "after '#print'");
  if (any_text) add(begin, std::move(line));
}

void StatementParser::load(const Token& word) {
  do {
    if (tokens_.peek().kind != TokenKind::String || tokens_.peek().text.empty())
      fail(files_, word.range, "expected the name of a file");
    load_file(word, tokens_.take().text);
  } while (tokens_.accept(","));
  tokens_.expect(";", "after the name of a file");
}

void StatementParser::load_file(const Token& word, const std::string& name) {
  auto base = std::filesystem::path(files_.name(file_)).parent_path();
  ReadFile content;
  std::string path;
  for (const char* ending : {"", ".mu", ".fix"}) {
    path = (base / (name + ending)).string();
    content = load_(path);
    if (content.text) break;
  }
  if (!content.text) fail(files_, word.range, "cannot read '" + name + "': " + content.error);
  if (std::find(open_files_.begin(), open_files_.end(), path) != open_files_.end())
    fail(files_, word.range, "'" + name + "' loads itself");
  if (open_files_.size() > 50) fail(files_, word.range, "files are loaded too deeply here");
  open_files_.push_back(path);
  FileId loaded = files_.add(path, std::move(*content.text));
  StatementParser(files_, loaded, load_, open_files_, statements_).run();
  open_files_.pop_back();
}

} // namespace

void parse(SourceFiles& files,
           FileId file,
           const Loader& load,
           std::vector<Statement>& statements) {
  std::vector<std::string> open_files{files.name(file)};
  StatementParser(files, file, load, open_files, statements).run();
}

} // namespace kleene::calculus
