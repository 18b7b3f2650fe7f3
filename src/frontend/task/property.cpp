// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/task/property.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace kleene::frontend::task {
namespace {

struct Token {
  std::string_view text; ///< empty at the end of the line
  std::size_t column = 1;
};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
         || c == '-';
}

/// A line as words (letters, digits, `_` and `-`) and single other characters.
std::vector<Token> tokenise(std::string_view line) {
  std::vector<Token> tokens;
  std::size_t i = 0;
  while (i < line.size()) {
    if (line[i] == ' ' || line[i] == '\t' || line[i] == '\r') {
      ++i;
      continue;
    }
    std::size_t begin = i;
    if (is_word(line[i]))
      while (i < line.size() && is_word(line[i]))
        ++i;
    else
      ++i;
    tokens.push_back({line.substr(begin, i - begin), begin + 1});
  }
  tokens.push_back({{}, line.size() + 1});
  return tokens;
}

/// Parses one line. Every method leaves the first problem in `error_` and goes on harmlessly.
class LineParser {
public:
  LineParser(const std::string& file, std::string_view line, unsigned number)
      : file_(file), line_(line), number_(number), tokens_(tokenise(line)) {}

  Result<PropertyLine> parse() {
    PropertyLine property;
    property.line = number_;
    std::string_view head = next().text;
    if (head != "CHECK" && head != "COVER") {
      --position_;
      fail("a property starts with CHECK");
    }
    expect("(");
    expect("init");
    expect("(");
    property.entry = word("the name of the entry function");
    expect("(");
    expect(")");
    expect(")");
    expect(",");
    if (head == "COVER") {
      property.property = std::nullopt;
      if (error_) return *error_;
      return property;
    }
    expect("LTL");
    expect("(");
    parse_formula(property);
    expect(")");
    expect(")");
    if (!error_ && !peek().text.empty()) fail("nothing may follow the property");
    if (error_) return *error_;
    return property;
  }

private:
  const Token& peek() const { return tokens_[position_]; }
  const Token& next() {
    const Token& token = tokens_[position_];
    if (position_ + 1 < tokens_.size()) ++position_;
    return token;
  }

  void fail(const std::string& message) {
    if (error_) return;
    Diagnostic d = Diagnostic::error(ErrorKind::Parse, message);
    d.file = file_;
    d.begin = {number_, static_cast<std::uint32_t>(peek().column)};
    d.end = {number_, static_cast<std::uint32_t>(peek().column + peek().text.size())};
    d.source_line = std::string(line_);
    error_ = d;
  }

  void expect(std::string_view text) {
    if (peek().text != text) {
      fail(peek().text.empty() ? fmt::format("'{}' is missing at the end of the line", text)
                               : fmt::format("'{}' where '{}' should be", peek().text, text));
      return;
    }
    next();
  }

  std::string word(std::string_view what) {
    if (peek().text.empty() || !is_word(peek().text.front()))
      fail(fmt::format("{} is missing", what));
    return std::string(next().text);
  }

  void parse_formula(PropertyLine& line) {
    std::size_t start = position_;
    std::string text;
    for (std::size_t i = start; i < tokens_.size(); ++i) {
      if (tokens_[i].text == "(" || tokens_[i].text == ")") break;
      text += (text.empty() ? "" : " ") + std::string(tokens_[i].text);
      position_ = i + 1 < tokens_.size() ? i + 1 : i;
    }
    for (const PropertyEntry& row : properties())
      for (const FormulaText& formula : row.formulas) {
        std::size_t bracket = std::min(formula.text.find(" ("), formula.text.size());
        if (text.empty() || formula.text.substr(0, bracket) != text) continue;
        line.property = row.property;
        line.names = formula.names;
        parse_name(formula, formula.text.substr(bracket), line);
        return;
      }
    position_ = start;
    fail(fmt::format("unknown formula '{}'", text));
  }

  /// The brackets of a formula with the name in them.
  void parse_name(const FormulaText& formula, std::string_view pattern, PropertyLine& line) {
    for (std::size_t i = 1; i < pattern.size(); i += 2)
      if (pattern[i] != '%')
        expect(pattern.substr(i, 1));
      else
        line.argument = word(formula.names == FormulaText::Names::Label ? "the name of a label"
                                                                        : "the name of a function");
  }

  const std::string& file_;
  std::string_view line_;
  unsigned number_;
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  std::optional<Diagnostic> error_;
};

bool blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

} // namespace

Result<std::vector<PropertyLine>> parse_properties(const std::string& file_name,
                                                   std::string_view text) {
  std::vector<PropertyLine> properties;
  unsigned number = 0;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (blank(line)) continue;
    Result<PropertyLine> property = LineParser(file_name, line, number).parse();
    if (!property) return property.error();
    properties.push_back(*property);
  }
  if (properties.empty()) {
    Diagnostic d = Diagnostic::error(ErrorKind::Parse, "the file contains no property");
    d.file = file_name;
    return d;
  }
  return properties;
}

Result<std::vector<PropertyLine>> read_properties(const std::string& path) {
  ReadFile file = read_file(path);
  if (!file.text) {
    Diagnostic d = Diagnostic::error(ErrorKind::Parse, "cannot read the file: " + file.error);
    d.file = path;
    return d;
  }
  return parse_properties(path, *file.text);
}

} // namespace kleene::frontend::task
