// SPDX-License-Identifier: Apache-2.0
#include "kleene/calculus/fix_command.h"

#include <ostream>
#include <sstream>

namespace kleene::calculus {

namespace {

/// Lines of `#print`. Only results of queries may end in a truth value.
void print_text(const std::string& text, std::ostream& out) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    bool misleading = line.ends_with("true") || line.ends_with("false");
    out << line << (misleading ? "." : "") << '\n';
  }
  if (text.empty()) out << '\n';
}

void print_query(const Outcome& outcome, const std::string& head, std::ostream& out) {
  std::string name = outcome.name.empty() ? "" : outcome.name + ": ";
  if (outcome.value) {
    out << head << name << (*outcome.value ? "true" : "false") << '\n';
    return;
  }
  std::string count = outcome.count->to_string();
  bool more = BigNatural(outcome.lines.size()) != *outcome.count;
  out << head << name << count << " satisfying assignment" << (count == "1" ? "" : "s")
      << (more                    ? ", the first of them:"
          : outcome.lines.empty() ? ""
                                  : ":")
      << '\n';
  for (const std::string& line : outcome.lines)
    out << "  " << line << '\n';
}

void print(const Outcome& outcome, const SourceFiles& files, std::ostream& out) {
  std::string head = files.describe(outcome.range) + ": ";
  switch (outcome.kind) {
  case OutcomeKind::Query:
    print_query(outcome, head, out);
    break;
  case OutcomeKind::OnsetSize:
    out << head << outcome.name << " = " << outcome.count->to_string() << '\n';
    break;
  case OutcomeKind::NodeCount:
    out << head << outcome.name << ": " << outcome.count->to_string() << " nodes\n";
    break;
  case OutcomeKind::Text:
    print_text(outcome.lines.front(), out);
    break;
  case OutcomeKind::Statistics:
    out << head << outcome.lines.front() << '\n';
    break;
  case OutcomeKind::Trace:
    for (const std::string& line : outcome.lines)
      out << head << line << '\n';
    break;
  }
  out.flush();
}

} // namespace

FixAnswer
run_fix(const FixOptions& options, Budget& budget, Observer& observer, std::ostream& lines) {
  FixAnswer answer;
  auto failed = [&](const Diagnostic& error) {
    answer.diagnostics.push_back(error);
    return answer;
  };
  SourceFiles files;
  ReadFile content;
  content.text = options.text;
  if (!content.text) content = read_file(options.file);
  if (!content.text)
    return failed(Diagnostic::error(ErrorKind::Usage,
                                    "cannot read '" + options.file + "': " + content.error));
  std::vector<FileId> order;
  if (options.prelude) order.push_back(files.add(options.prelude_name, *options.prelude));
  order.push_back(files.add(options.file, std::move(*content.text)));
  ReadOptions read;
  read.constants = options.constants;
  observer.phase("reading formulas");
  auto session = Session::read(files, order, read);
  if (!session) return failed(session.error());
  observer.phase("evaluating");
  if (options.show) (*session)->show_values(options.show);
  if (options.on_round) (*session)->on_round(options.on_round);
  std::optional<Diagnostic> error;
  try {
    auto outcomes = (*session)->evaluate(budget, observer, [&](const Outcome& outcome) {
      print(outcome, files, lines);
      answer.outcomes.push_back({outcome, files.name(outcome.range.file), outcome.range.begin});
    });
    if (!outcomes) error = outcomes.error();
  } catch (const ResourceOut& limit) {
    answer.limit = limit.what();
  }
  answer.diagnostics = (*session)->warnings();
  if (error) answer.diagnostics.push_back(*error);
  return answer;
}

std::string name(OutcomeKind kind) {
  switch (kind) {
  case OutcomeKind::Query:
    return "query";
  case OutcomeKind::OnsetSize:
    return "onset-size";
  case OutcomeKind::NodeCount:
    return "node-count";
  case OutcomeKind::Text:
    return "text";
  case OutcomeKind::Statistics:
    return "statistics";
  case OutcomeKind::Trace:
    return "trace";
  }
  return "";
}

} // namespace kleene::calculus
