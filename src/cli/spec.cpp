// SPDX-License-Identifier: Apache-2.0
#include "spec.h"

#include "kleene/ir/opaque.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace kleene::cli {

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

using report::Verdict;

/// A label that no program has, for places asked for that no label of the source tells.
constexpr std::string_view goal_label = "the place asked for";

void drop_marks(ir::Program& program) {
  for (ir::Procedure& p : program.procedures)
    for (ir::Location& l : p.locations) {
      l.labels.clear();
      if (!ir::is_opaque(l)) l.target.reset();
    }
}

/// A place with the goal label before every halt, and after the first activation of the entry
/// procedure, which is called by a new one.
std::optional<Diagnostic> mark_end(ir::Program& program) {
  for (ir::Procedure& p : program.procedures)
    for (std::size_t e = 0, count = p.edges.size(); e < count; ++e) {
      if (!std::holds_alternative<ir::Halt>(p.edges[e].statement)) continue;
      ir::LocId goal = p.add_location();
      p.locations[goal.index()].labels.emplace_back(goal_label);
      p.add_edge(p.edges[e].from, goal, ir::Skip{}, p.edges[e].range);
      p.edges[e].from = goal;
    }
  const ir::Procedure& main = program.procedure(program.entry);
  if (!main.parameters.empty())
    return Diagnostic::error(ErrorKind::Unsupported,
                             "--spec about END, for a program whose entry has parameters");
  ir::Procedure start;
  start.name = "start.of.the.program";
  start.range = main.range;
  start.entry = start.add_location();
  ir::LocId goal = start.add_location();
  start.exit = start.add_location();
  start.locations[goal.index()].labels.emplace_back(goal_label);
  start.add_edge(start.entry, goal, ir::Call{{}, program.entry, {}}, main.range);
  start.add_edge(goal, start.exit, ir::Skip{}, main.range);
  program.entry = program.add_procedure(std::move(start));
  return std::nullopt;
}

bool holds_at_end(const Spec& spec) {
  return spec.formula->holds({"END"});
}

/// The labels that stand only at places where the formula has this value: whoever arrives at one of them
/// in the source has arrived at such a place.
std::set<std::string> telling_labels(const ir::Program& program, const Spec& spec, bool value) {
  std::set<std::string> telling;
  std::set<std::string> other;
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Location& l : p.locations)
      (spec.formula->holds(l.labels) == value ? telling : other)
          .insert(l.labels.begin(), l.labels.end());
  std::erase_if(telling, [&](const std::string& label) { return other.contains(label); });
  return telling;
}

Question question(ir::Program program, const Spec& spec, const std::string& entry) {
  Question result{std::move(program), {}};
  result.goal.entry = entry;
  result.goal.spec = spec.text;
  return result;
}

/// Is a place reached where the formula has this value? Such places have a telling label, if there is
/// one, or else `goal_label`, and no other places have labels. If END is such a place, so are the places
/// just before it.
Result<Question>
reaching(const ir::Program& program, const Spec& spec, bool value, const std::string& entry) {
  Question result = question(program, spec, entry);
  drop_marks(result.program);
  std::set<std::string> labels = telling_labels(program, spec, value);
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    for (std::size_t l = 0; l < program.procedures[p].locations.size(); ++l) {
      const std::vector<std::string>& before = program.procedures[p].locations[l].labels;
      if (spec.formula->holds(before) != value) continue;
      std::vector<std::string>& after = result.program.procedures[p].locations[l].labels;
      std::ranges::copy_if(before, std::back_inserter(after), [&](const std::string& label) {
        return labels.contains(label);
      });
      if (after.empty()) after.emplace_back(goal_label);
    }
  if (holds_at_end(spec) == value)
    if (auto problem = mark_end(result.program)) return *problem;
  labels.emplace(goal_label);
  result.goal.targets = {{}, false, std::move(labels)};
  result.goal.unwatched_label = goal_label;
  return result;
}

/// Does the program end?
Result<Question> ending(const ir::Program& program, const Spec& spec, const std::string& entry) {
  Question result = question(program, spec, entry);
  drop_marks(result.program);
  if (auto problem = mark_end(result.program)) return *problem;
  result.goal.targets = {{}, false, {std::string(goal_label)}};
  result.goal.unwatched_label = goal_label;
  return result;
}

/// The program without the places where the formula has not this value.
ir::Program restricted(const ir::Program& program, const Spec& spec, bool value) {
  ir::Program result = program;
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    auto stays = [&](ir::LocId l) {
      // A new location, where nothing goes on.
      if (l.index() >= program.procedures[p].locations.size()) return true;
      const ir::Location& location = program.procedures[p].locations[l.index()];
      return ir::is_opaque(location) || spec.formula->holds(location.labels) == value;
    };
    ir::Procedure& procedure = result.procedures[p];
    // A call is inside the callee before it arrives behind: it may never return, or the program may end there.
    ir::LocId nowhere;
    for (ir::Edge& e : procedure.edges) {
      if (!std::holds_alternative<ir::Call>(e.statement) || stays(e.to)) continue;
      if (!nowhere.valid()) nowhere = procedure.add_location();
      e.to = nowhere;
    }
    std::erase_if(procedure.edges, [&](const ir::Edge& e) {
      bool halts = std::holds_alternative<ir::Halt>(e.statement);
      return !stays(e.from) || (!halts && !stays(e.to));
    });
    // Nothing returns by an exit that is left out, also if it is the entry.
    if (!stays(program.procedures[p].exit)) procedure.exit = procedure.add_location();
  }
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

Result<std::vector<Question>>
questions_of(const ir::Program& program, const Spec& spec, const std::string& entry) {
  std::vector<Question> result;
  bool value = spec.existential();
  if (spec.path == Path::EF || spec.path == Path::AG) {
    Result<Question> reached = reaching(program, spec, value, entry);
    if (!reached) return reached.error();
    result.push_back(std::move(*reached));
    return result;
  }
  ir::Program inside = restricted(program, spec, value);
  if (holds_at_end(spec) == value) {
    Result<Question> ends = ending(inside, spec, entry);
    if (!ends) return ends.error();
    result.push_back(std::move(*ends));
  }
  result.push_back(question(std::move(inside), spec, entry));
  result.back().goal.property = evidence::Property::Termination;
  return result;
}

Verdict verdict_of(const Spec& spec, bool found) {
  return found == spec.existential() ? Verdict::holds() : Verdict::violated("spec");
}

Verdict
conclude(const Spec& spec, const Goal& last, report::Report& report, const Verdict& answer) {
  bool found = answer.code() == report::ExitCode::False;
  if (!found && answer.code() != report::ExitCode::True) return answer;
  if (report.counterexample) {
    report.counterexample->headline = spec.existential() ? "Witness" : "Violated";
    if (last.property == evidence::Property::UnreachCall)
      report.counterexample->what = "an execution arrives at a place asked for";
  }
  if (report.proof && report.proof->what.starts_with("no execution"))
    report.proof->what = "no execution arrives at a place asked for";
  return verdict_of(spec, found);
}

} // namespace kleene::cli
