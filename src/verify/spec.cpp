// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/spec.h"

#include "kleene/transform/ctl.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::verify {

struct LabelFormula {
  enum class Kind { Constant, Label, Not, And, Or };
  Kind kind = Kind::Constant;
  bool value = false;
  std::string label;
  std::vector<std::shared_ptr<const LabelFormula>> args;

  bool holds(const std::vector<std::string>& labels) const {
    switch (kind) {
    case Kind::Constant:
      return value;
    case Kind::Label:
      return std::ranges::find(labels, label) != labels.end();
    case Kind::Not:
      return !args[0]->holds(labels);
    case Kind::And:
      return args[0]->holds(labels) && args[1]->holds(labels);
    case Kind::Or:
      return args[0]->holds(labels) || args[1]->holds(labels);
    }
    return false;
  }
};

namespace {

using FormulaPtr = std::shared_ptr<const LabelFormula>;
using Kind = LabelFormula::Kind;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
         || c == '$' || c == '.';
}

/// Recursive descent; the first mistake is kept and ends the reading.
class SpecParser {
public:
  explicit SpecParser(std::string_view text) : text_(text) {}

  Result<Spec> run() {
    Spec spec;
    spec.text = std::string(text_);
    std::string path = word();
    if (path == "EF")
      spec.path = Path::EF;
    else if (path == "EG")
      spec.path = Path::EG;
    else if (path == "AG")
      spec.path = Path::AG;
    else if (path == "AF")
      spec.path = Path::AF;
    else
      return mistake("EF, EG, AG or AF");
    spec.formula = disjunction();
    if (error_) return *error_;
    if (skip(), at_ != text_.size()) return mistake("the end of the formula");
    return spec;
  }

private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
      ++at_;
  }

  bool accept(std::string_view symbol) {
    skip();
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    return true;
  }

  std::string word() {
    skip();
    std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_]))
      ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  Diagnostic mistake(std::string_view expected) const {
    return Diagnostic::error(
        ErrorKind::Usage,
        fmt::format("--spec '{}': expected {} at column {}", text_, expected, at_ + 1));
  }

  FormulaPtr fail(std::string_view expected) {
    if (!error_) error_ = mistake(expected);
    at_ = text_.size();
    return std::make_shared<LabelFormula>();
  }

  static FormulaPtr make(Kind kind, std::vector<FormulaPtr> args) {
    auto result = std::make_shared<LabelFormula>();
    result->kind = kind;
    result->args = std::move(args);
    return result;
  }

  FormulaPtr disjunction() {
    FormulaPtr left = conjunction();
    while (accept("||") || accept("|"))
      left = make(Kind::Or, {left, conjunction()});
    return left;
  }

  FormulaPtr conjunction() {
    FormulaPtr left = negation();
    while (accept("&&") || accept("&"))
      left = make(Kind::And, {left, negation()});
    return left;
  }

  FormulaPtr negation() {
    bool negative = false;
    while (accept("!"))
      negative = !negative;
    FormulaPtr inner = atom();
    return negative ? make(Kind::Not, {inner}) : inner;
  }

  FormulaPtr atom() {
    if (++depth_ > 200) return fail("fewer parentheses");
    if (accept("(")) {
      FormulaPtr inner = disjunction();
      return accept(")") ? inner : fail("`)`");
    }
    std::string name = word();
    auto result = std::make_shared<LabelFormula>();
    if (name == "true" || name == "false") {
      result->value = name == "true";
      return result;
    }
    if (name != "label") return fail("label(NAME), true, false, `!` or `(`");
    if (!accept("(")) return fail("`(`");
    result->kind = Kind::Label;
    result->label = word();
    if (result->label.empty()) return fail("the name of a label");
    return accept(")") ? result : fail("`)`");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<Diagnostic> error_;
};

SpecQuestion question(ir::Program program, const Spec& spec, const std::string& entry) {
  SpecQuestion result{std::move(program), {}};
  result.goal.entry = entry;
  result.goal.spec = spec.text;
  return result;
}

Result<SpecQuestion>
reaching(Result<transform::Marked> marked, const Spec& spec, const std::string& entry) {
  if (!marked) return marked.error();
  SpecQuestion result = question(std::move(marked->program), spec, entry);
  result.goal.targets = std::move(marked->targets);
  result.goal.unwatched_label = transform::goal_label;
  return result;
}

} // namespace

Result<Spec> parse_spec(std::string_view text) {
  return SpecParser(text).run();
}

bool same_formula(std::string_view a, std::string_view b) {
  auto without_blanks = [](std::string_view text) {
    std::string result(text);
    std::erase_if(result, [](char c) { return c == ' ' || c == '\t'; });
    return result;
  };
  return without_blanks(a) == without_blanks(b);
}

Result<std::vector<SpecQuestion>>
questions_of(const ir::Program& program, const Spec& spec, const std::string& entry) {
  std::vector<SpecQuestion> result;
  // For AG and AF: places where the formula does not hold.
  auto wanted = [formula = spec.formula, value = spec.existential()](const auto& labels) {
    return formula->holds(labels) == value;
  };
  if (spec.path == Path::EF || spec.path == Path::AG) {
    Result<SpecQuestion> reached = reaching(transform::mark_places(program, wanted), spec, entry);
    if (!reached) return reached.error();
    result.push_back(std::move(*reached));
    return result;
  }
  ir::Program inside = transform::restrict_to(program, wanted).program;
  if (wanted(std::vector<std::string>{"END"})) {
    Result<SpecQuestion> ends = reaching(transform::mark_end(inside), spec, entry);
    if (!ends) return ends.error();
    result.push_back(std::move(*ends));
  }
  result.push_back(question(std::move(inside), spec, entry));
  result.back().goal.property = Property::Termination;
  return result;
}

} // namespace kleene::verify
