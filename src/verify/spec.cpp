// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/spec.h"

#include "kleene/evidence/ctl_program.h"
#include "kleene/support/formula_reader.h"
#include "kleene/support/invariant.h"
#include "kleene/transform/ctl.h"

#include <algorithm>
#include <array>

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

/// Recursive descent; the first mistake is kept and ends the reading.
class SpecParser {
public:
  explicit SpecParser(std::string_view text) : text_("--spec", text) {}

  Result<Spec> run() {
    Spec spec;
    spec.text = std::string(text_.text());
    std::ranges::replace_if(
        spec.text,
        [](char c) { return c == '\n' || c == '\r'; },
        ' '); // evidence has it on one line
    const auto* path =
        std::ranges::find(paths, text_.word(), &std::pair<std::string_view, Path>::first);
    if (path == paths.end()) {
      fail("EF, EG, AG or AF");
    } else {
      text_.take_word();
      spec.path = path->second;
      spec.formula = disjunction();
      if (!text_.error() && !text_.at_end()) fail("the end of the formula");
    }
    if (text_.error()) return *text_.error();
    return spec;
  }

private:
  static constexpr std::array<std::pair<std::string_view, Path>, 4> paths{
      {{"EF", Path::EF}, {"EG", Path::EG}, {"AG", Path::AG}, {"AF", Path::AF}}};

  FormulaPtr fail(std::string_view expected) {
    text_.fail(expected);
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
    while (text_.accept("||") || text_.accept("|"))
      left = make(Kind::Or, {left, conjunction()});
    return left;
  }

  FormulaPtr conjunction() {
    FormulaPtr left = negation();
    while (text_.accept("&&") || text_.accept("&"))
      left = make(Kind::And, {left, negation()});
    return left;
  }

  FormulaPtr negation() {
    bool negative = false;
    while (text_.accept("!"))
      negative = !negative;
    FormulaPtr inner = atom();
    return negative ? make(Kind::Not, {inner}) : inner;
  }

  FormulaPtr atom() {
    if (++depth_ > 200) return fail("fewer parentheses");
    if (text_.accept("(")) {
      FormulaPtr inner = disjunction();
      return text_.accept(")") ? inner : fail("`)`");
    }
    std::string_view name = text_.take_word();
    auto result = std::make_shared<LabelFormula>();
    if (name == "true" || name == "false") {
      result->value = name == "true";
      return result;
    }
    if (name != "label") return fail("label(NAME), true, false, `!` or `(`");
    if (!text_.accept("(")) return fail("`(`");
    result->kind = Kind::Label;
    result->label = text_.take_word();
    if (result->label.empty()) return fail("the name of a label");
    return text_.accept(")") ? result : fail("`)`");
  }

  FormulaReader text_;
  int depth_ = 0;
};

SpecQuestion question(ir::Program program, const Spec& spec, const std::string& entry) {
  SpecQuestion result{std::move(program), {}};
  result.goal.entry = entry;
  result.goal.spec = spec.text;
  return result;
}

/// Evidence is judged on the program that was made: it has to be the right one.
void require_right(const std::string& objection) {
  KL_INVARIANT(objection.empty(), objection);
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
  bool at_end = wanted(std::vector<std::string>{"END"});
  if (spec.path == Path::EF || spec.path == Path::AG) {
    Result<SpecQuestion> reached = reaching(transform::mark_places(program, wanted), spec, entry);
    if (!reached) return reached.error();
    require_right(evidence::objection_to_marks(
        program, reached->program, reached->goal.targets, wanted, at_end));
    result.push_back(std::move(*reached));
    return result;
  }
  ir::Program inside = transform::restrict_to(program, wanted).program;
  require_right(evidence::objection_to_rest(program, inside, wanted));
  if (at_end) {
    Result<SpecQuestion> ends = reaching(transform::mark_end(inside), spec, entry);
    if (!ends) return ends.error();
    auto nowhere = [](const auto&) { return false; };
    require_right(
        evidence::objection_to_marks(inside, ends->program, ends->goal.targets, nowhere, true));
    result.push_back(std::move(*ends));
  }
  result.push_back(question(std::move(inside), spec, entry));
  result.back().goal.property = Property::Termination;
  return result;
}

} // namespace kleene::verify
