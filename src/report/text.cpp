// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/world.h"
#include "kleene/ir/environment.h"
#include "kleene/report/explained.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kleene::report {
namespace {

constexpr std::size_t max_rows = 40;
constexpr std::size_t max_formula = 600;
using Rows = std::vector<std::vector<std::string>>;

std::string trimmed(const std::string& line) {
  std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin, 80);
}

/// ANSI escapes, if there is colour.
struct Colours {
  explicit Colours(bool on) : on(on) {}
  std::string operator()(const char* code, const std::string& text) const {
    return on && !text.empty() ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }
  bool on;
};
constexpr const char* bold = "1";
constexpr const char* dim = "2";
constexpr const char* red = "1;31";
constexpr const char* green = "1;32";
constexpr const char* yellow = "1;33";
constexpr const char* cyan = "36";

/// Rows of cells in columns, two blanks apart.
std::string table(const Rows& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += fmt::format("  {:<{}}", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

/// The rows, the middle left out if there are many.
Rows shortened(Rows rows) {
  if (rows.size() <= max_rows) return rows;
  std::size_t left_out = rows.size() - max_rows;
  constexpr auto half = static_cast<std::ptrdiff_t>(max_rows / 2);
  rows.erase(rows.begin() + half, rows.end() - half);
  rows.insert(rows.begin() + half, {fmt::format("... {} more ...", left_out)});
  return rows;
}

/// Arguments and standard input as they are given to a program.
std::string command_text(const Counterexample& c) {
  if (c.command_line.empty()) return {};
  std::string text = fmt::format("Command line: {}\n", c.command_line);
  if (c.standard_input)
    text +=
        fmt::format("where input.bin holds {} byte{}{}\n",
                    c.standard_input->size(),
                    c.standard_input->size() == 1 ? "" : "s",
                    c.standard_input->empty() ? "" : ": " + evidence::quoted(*c.standard_input));
  return text;
}

/// What asks for an input: a function of the program, or the world.
std::string asking(const std::string& origin) {
  if (!ir::is_environment(origin)) return origin;
  std::string name = origin.substr(ir::environment_prefix.size());
  std::ranges::replace(name, '_', ' ');
  return name == "volatile" ? "volatile read" : name;
}

std::string inputs_text(const Counterexample& c) {
  if (c.inputs.empty()) return "The execution reads no input.\n";
  Rows rows;
  for (const ShownInput& input : c.inputs) {
    if (!c.command_line.empty() && ir::is_on_command_line(input.origin)) continue;
    if (input.origin == ir::volatile_kept) continue;
    bool made = !input.stands_for.empty();
    rows.push_back({made ? input.stands_for : asking(input.origin),
                    "= " + (input.shown.empty() ? input.value : input.shown),
                    input.type,
                    made ? "before the call" : describe(input.place)});
  }
  if (rows.empty()) return command_text(c);
  return command_text(c) + "Inputs, in the order in which they are read:\n"
         + table(shortened(std::move(rows)));
}

std::string memory_text(const std::vector<ShownInput>& memory) {
  if (memory.empty()) return {};
  Rows rows;
  for (const ShownInput& part : memory)
    rows.push_back(
        {part.origin, "= " + part.value, part.type, "malloc at " + describe(part.place)});
  return "Uninitialised memory holds what the environment chooses, zero except for:\n"
         + table(shortened(std::move(rows)));
}

std::string stack_text(const std::vector<ShownFrame>& stack) {
  if (stack.empty()) return {};
  Rows rows;
  for (const ShownFrame& frame : stack)
    rows.push_back({frame.function, describe(frame.place), trimmed(frame.place.text)});
  return "Calls at that point, the innermost last:\n" + table(shortened(std::move(rows)));
}

std::string excerpt(const SourcePlace& place, Severity severity, const std::string& message) {
  Diagnostic d;
  d.severity = severity;
  d.file = place.file;
  d.begin = d.end = {place.line, place.column};
  d.message = message;
  d.source_line = place.text;
  return render(d);
}

/// For each line of a tree the call that it belongs to; the size of the tree if that is not shown.
std::vector<std::size_t> callers(const Counterexample& c) {
  std::vector<std::size_t> result;
  std::vector<std::size_t> open; // per depth
  for (const ShownStep& step : c.tree) {
    open.resize(step.depth + 1, c.tree.size());
    result.push_back(open[step.depth]);
    if (step.kind == ShownStep::Kind::Call) open.push_back(result.size() - 1);
  }
  return result;
}

/// Which lines of a long tree are shown: a few at both ends and, the latest first, those that matter with the calls that they
/// belong to. Where none is known to matter, the beginning and the end.
std::vector<bool> rows_to_show(const Counterexample& c) {
  std::size_t size = c.tree.size();
  std::vector<bool> shown(size, size <= max_rows);
  if (size <= max_rows) return shown;
  const std::vector<std::size_t> caller = callers(c);
  std::size_t room = max_rows;
  // Of calls from the same line inside each other, the innermost tell enough.
  constexpr std::size_t most_alike = 3;
  auto show = [&](std::size_t row) {
    std::size_t alike = 0;
    for (std::size_t i = row; i < size && room > 0 && !shown[i]; i = caller[i]) {
      bool again = i != row && caller[i] < size
                   && c.tree[i].place.line == c.tree[caller[i]].place.line
                   && c.tree[i].callee == c.tree[caller[i]].callee;
      alike = again ? alike + 1 : 0;
      if (alike > most_alike) continue;
      shown[i] = true;
      --room;
    }
  };
  bool sliced = std::ranges::any_of(c.tree, &ShownStep::matters);
  const std::size_t at_first = sliced ? 3 : 6;
  const std::size_t at_last = sliced ? 4 : 12;
  for (std::size_t i = size; i-- > 0;)
    if (c.tree[i].decisive || (c.loop_after && i > 0 && c.tree[i].repeats != c.tree[i - 1].repeats))
      show(i);
  for (std::size_t i = 0; i < at_first; ++i)
    show(i);
  for (std::size_t i = size - at_last; i < size; ++i)
    show(i);
  for (std::size_t i = size; i-- > 0;)
    if (!sliced || c.tree[i].matters) show(i);
  // A single line takes no more room than the word that it is left out.
  for (std::size_t i = 1; i + 1 < size; ++i)
    if (shown[i - 1] && shown[i + 1] && c.tree[i].skipped + c.tree[i + 1].skipped == 0)
      shown[i] = true;
  return shown;
}

/// The execution as a tree of calls: deeper calls are indented. The last branch, which decided, is
/// marked.
std::string tree_text(const Counterexample& c, const Colours& paint) {
  if (c.tree.empty()) return {};
  constexpr std::size_t deepest = 20;
  std::vector<std::array<std::string, 3>> cells;
  // Longer lines stick out, and do not push the others apart.
  constexpr std::array<std::size_t, 2> widest{80, 60};
  std::array<std::size_t, 2> widths{};
  for (const ShownStep& step : c.tree) {
    std::string indent(2 * std::min(step.depth, deepest), ' ');
    cells.push_back({indent + trimmed(step.place.text),
                     step.what,
                     fmt::format("{}:{}", step.function, step.place.line)});
  }
  const std::vector<bool> shown = rows_to_show(c);
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t column = 0; shown[i] && column < widths.size(); ++column)
      if (cells[i][column].size() <= widest[column])
        widths[column] = std::max(widths[column], cells[i][column].size());
  std::string text = "The execution, calls indented";
  bool decided = std::ranges::any_of(c.tree, &ShownStep::decisive);
  bool infinite = std::ranges::any_of(c.tree, &ShownStep::repeats);
  bool sliced = std::ranges::any_of(c.tree, &ShownStep::matters);
  text += decided && sliced
              ? " (> is the last branch; values of * steps flow into what is violated):\n"
          : decided  ? " (> is the last branch before the violation):\n"
          : sliced   ? " (values of * steps flow into what is violated):\n"
          : infinite ? " (~ repeats for ever):\n"
                     : ":\n";
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const ShownStep& step = c.tree[i];
    left_out += step.skipped + (shown[i] ? 0 : 1);
    if (!shown[i]) continue;
    if (left_out > 0) text += fmt::format("  ... {} more ...\n", std::exchange(left_out, 0));
    const char* colour =
        step.kind == ShownStep::Kind::Call || step.kind == ShownStep::Kind::Return ? green : cyan;
    std::string row = step.decisive  ? paint(yellow, "> ")
                      : step.repeats ? paint(yellow, "~ ")
                      : step.matters ? paint(yellow, "* ")
                                     : "  ";
    std::string source = fmt::format("{:<{}}", cells[i][0], widths[0]);
    row += step.decisive ? paint(yellow, source) : source;
    row += "  " + paint(step.decisive ? yellow : colour, cells[i][1]);
    row += std::string(std::max(widths[1], cells[i][1].size()) - cells[i][1].size() + 2, ' ');
    row += paint(dim, cells[i][2]);
    text += row + "\n";
  }
  return text;
}

/// The execution with a column for each thread that takes part; a line says where the active one
/// changes.
std::string lanes_text(const Counterexample& c) {
  constexpr std::size_t most_lines = 120;
  static constexpr std::size_t width = 34;
  std::vector<std::size_t> column(c.lanes.size(), c.lanes.size());
  std::vector<std::size_t> shown;
  for (const ShownStep& step : c.tree)
    if (column[step.lane] == c.lanes.size()) {
      column[step.lane] = shown.size();
      shown.push_back(step.lane);
    }
  auto cell = [](std::string text) {
    if (text.size() > width - 2) text.replace(width - 5, std::string::npos, "...");
    return fmt::format("{:<{}}", text, width);
  };
  std::string text = "The execution, a column for each thread:\n  ";
  for (std::size_t lane : shown)
    text += cell(fmt::format("[{}] {}", lane, c.lanes[lane]));
  text = text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  std::size_t active = c.tree.empty() ? 0 : c.tree.front().lane;
  for (std::size_t i = 0; i < c.tree.size(); ++i) {
    const ShownStep& step = c.tree[i];
    bool left_out =
        c.tree.size() > most_lines && i >= most_lines / 2 && i + most_lines / 2 < c.tree.size();
    if (left_out && i == most_lines / 2)
      text += fmt::format("  ... {} more ...\n", c.tree.size() - most_lines + c.left_out);
    if (step.lane != active && !left_out)
      text += c.first_lane_begins && active == 0
                  ? fmt::format("  ---- [{}] begins ----\n", step.lane)
                  : fmt::format("  ---- switch from [{}] to [{}] ----\n", active, step.lane);
    active = step.lane;
    if (left_out) continue;
    std::string line = fmt::format("{}: {}", step.place.line, trimmed(step.place.text));
    std::string indent(column[step.lane] * width, ' ');
    std::string row = fmt::format("  {}{}{}", indent, cell(line), step.what);
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

/// A natural number, rounded if it is too long to be read.
std::string in_words(const std::string& number) {
  constexpr std::size_t readable = 15;
  if (number.size() <= readable) return number;
  return fmt::format("about {}.{} * 10^{}", number[0], number.substr(1, 2), number.size() - 1);
}

std::string counterexample_text(const Report& report) {
  const Counterexample& c = *report.counterexample;
  Colours paint(report.colour);
  std::string place = describe(c.place);
  bool placed = c.what.find(place) != std::string::npos; // races have two places
  std::string text = fmt::format("{}: {}{}.\n",
                                 paint(c.headline == "Witness" ? green : red, c.headline),
                                 paint(bold, c.what),
                                 placed ? "" : " at " + place);
  if (c.layers > 0)
    return text
           + fmt::format("Every such execution is too long to be shown. {} sets of states, each "
                         "following from the ones\nbefore it, lead there; every one of them was "
                         "checked.\n",
                         c.layers);
  if (c.leaps) text += draw(*c.leaps);
  if (c.leaps && c.steps == 0)
    return text
           + (c.leaps->round ? "No execution was run: those of this kind are infinite.\n"
                             : "No execution was run: those of this kind take too many steps.\n");
  if (c.runs > 0)
    return text + tree_text(c, paint) + stack_text(c.stack)
           + fmt::format(
               "The execution takes {} steps of the program model. It consists of {} runs of "
               "procedures with\n{} steps, each shown once although it may happen often; "
               "each was checked with its values.\n",
               in_words(c.total_steps),
               c.runs,
               c.walked);
  bool runs = c.steps > 0 || c.loop_after || c.what.find("never ends") == std::string::npos;
  if (runs) text += inputs_text(c);
  text += memory_text(c.memory);
  text += c.lanes.empty() ? tree_text(c, paint) : lanes_text(c);
  if (!c.lanes.empty())
    text += fmt::format(
        "It has {} context switch{}.\n", c.context_switches, c.context_switches == 1 ? "" : "es");
  text += stack_text(c.stack);
  if (c.loop_after)
    text += fmt::format("After {} steps the same {} for ever.\n",
                        *c.loop_after,
                        c.steps - *c.loop_after == 1
                            ? "step repeats"
                            : fmt::format("{} steps repeat", c.steps - *c.loop_after));
  std::string integers =
      report.integers.empty()
          ? ""
          : fmt::format(", with {} integers",
                        report.integers == "math" ? "unbounded" : report.integers);
  std::string model = report.data_model.empty() ? "" : " (" + report.data_model + ")";
  if (!runs) return text + fmt::format("It can do so from the start{}{}.\n", integers, model);
  text += fmt::format(
      "The execution takes {} steps of the program model{}{}.\n", c.steps, integers, model);
  if (c.maybe_long) text += "There may be shorter ones.\n";
  if (!c.not_native.empty())
    text += fmt::format("It was replayed in the interpreter only: {}.\n", c.not_native);
  else if (c.native_command.empty())
    text += "It was replayed in the interpreter.\n";
  else
    text += fmt::format("It was replayed in the interpreter, and natively as compiled by\n  {}\n",
                        c.native_command);
  return text;
}

/// On lines of at most 100 characters, broken at blanks; later ones are indented.
std::string wrapped(const std::string& text, std::size_t indent) {
  constexpr std::size_t line_width = 100;
  std::string result;
  std::size_t used = indent;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find(' ', begin), text.size());
    if (used > indent && used + end - begin > line_width) {
      result += "\n" + std::string(indent, ' ');
      used = indent;
    } else if (begin > 0) {
      result += " ";
    }
    result += text.substr(begin, end - begin);
    used += 1 + end - begin;
    begin = end + 1;
  }
  return result;
}

std::string plural(const std::string& word) {
  return word.ends_with('y') ? word.substr(0, word.size() - 1) + "ies" : word + "s";
}

std::string proof_text(const Report& report) {
  const Proof& proof = *report.proof;
  Colours paint(report.colour);
  std::string text = fmt::format("{}: {}.\n", paint(green, "Proved"), paint(bold, proof.what));
  if (!report.vacuous.empty())
    text = fmt::format("{}: {}.\n", paint(yellow, "Vacuous"), report.vacuous) + text;
  if (!proof.facts.empty() && !report.explained) {
    text += "What always holds (x@entry is the value of x when the procedure was entered):\n";
    for (std::size_t i = 0; i < std::min(max_rows, proof.facts.size()); ++i) {
      const ShownFact& fact = proof.facts[i];
      std::string formula = fact.formula.substr(0, max_formula);
      if (fact.formula.size() > max_formula) formula += " ...";
      text += fmt::format("  {} at {}\n", fact.where, describe(fact.place));
      if (fact.conjuncts.empty()) text += "    " + paint(cyan, wrapped(formula, 6)) + "\n";
      for (std::size_t part = 0; part < std::min(max_rows, fact.conjuncts.size()); ++part)
        text += fmt::format("    {}{}\n",
                            part == 0 ? "   " : "&& ",
                            paint(cyan, wrapped(fact.conjuncts[part].substr(0, max_formula), 9)));
    }
    if (proof.facts.size() > max_rows)
      text += fmt::format("  ... {} more ...\n", proof.facts.size() - max_rows);
  }
  if (proof.induction > 1)
    text += fmt::format(
        "The proof is by {1}-induction: a step of it looks at {0} loop iteration{2} before "
        "the next one.\n",
        proof.induction - 1,
        proof.induction,
        proof.induction == 2 ? "" : "s");
  return text
         + fmt::format("{} step by step by {} ({} {}).\n",
                       report.integers.empty()
                           ? "Checked"
                           : fmt::format("With {} integers; checked", report.integers),
                       proof.checker,
                       proof.questions,
                       proof.questions == 1 ? proof.counted : plural(proof.counted));
}

/// What was tried, engine by engine, and what came of it; long reasons on several lines.
std::string obstacles_text(const Report& report) {
  std::size_t width = 0;
  for (const Obstacle& o : report.obstacles)
    width = std::max(width, o.engine.size());
  std::string text = "What each engine tried, and why it has no answer:\n";
  for (const Obstacle& o : report.obstacles) {
    text += fmt::format("  {:<{}}  {}\n", o.engine, width, wrapped(o.reason, width + 4));
  }
  return text;
}

/// The verdict line has the cause; what it has no room for comes before it, and what to do about it.
std::string open_text(const Report& report) {
  std::string text;
  if (report.obstacles_wanted && !report.obstacles.empty()) text += obstacles_text(report);
  if (report.verdict->shortened()) text += fmt::format("Unknown: {}.\n", report.verdict->reason());
  if (!report.hint.empty()) text += fmt::format("Hint: {}.\n", report.hint);
  return text;
}

} // namespace

std::string explanation(const Report& report) {
  std::string text;
  if (report.counterexample) text += counterexample_text(report);
  if (report.proof) text += proof_text(report);
  if (report.explained) text += to_text(*report.explained);
  if (!report.missing_bodies.empty()) {
    text += "Functions without body that can be called:";
    for (const std::string& function : report.missing_bodies)
      text += " " + function;
    text += "\n";
  }
  if (!report.assumptions.empty()) {
    text += "Assumptions:\n";
    for (const ShownAssumption& a : report.assumptions)
      text += fmt::format("  {}: {}.\n", a.name, a.text);
  }
  if (report.second_look) text += to_text(*report.second_look);
  return report.verdict && is_open(*report.verdict) ? text + open_text(report) : text;
}

std::string to_text(const RunSummary& run) {
  std::string text;
  auto event = [&](const std::optional<ShownEvent>& e, const char* what) {
    if (e) text += excerpt(e->place, Severity::Warning, fmt::format("{}: {}", what, e->text));
  };
  event(run.overflow, "signed overflow, the result wraps");
  event(run.indeterminate, "an uninitialised or unknown value, taken as zero");
  event(run.assumed, "a function without body, taken to write nothing");
  event(run.foreign, "a pointer into another object than it was made from");
  std::string ending = run.ending;
  if (!run.status.empty()) ending += " " + run.status;
  if (!run.detail.empty()) ending += ": " + run.detail;
  if (run.status.empty() && !run.place.file.empty())
    text += excerpt(run.place, Severity::Note, ending);
  return text + fmt::format("run: {} after {} steps\n", ending, run.steps);
}

} // namespace kleene::report
