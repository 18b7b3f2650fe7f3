// SPDX-License-Identifier: Apache-2.0
#include "kleene/calculus/fix_command.h"

#include "kleene/calculus/session.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

namespace kleene::calculus {

namespace {

using nlohmann::json;

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
  SourceRange start = outcome.range;
  start.end = start.begin;
  std::string head = files.describe(start) + ": ";
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
    out << head << "trace\n";
    for (const std::string& line : outcome.lines)
      out << "  " << line << '\n';
    break;
  }
  out.flush();
}

const char* kind_name(OutcomeKind kind) {
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

json to_json(const Outcome& outcome, const SourceFiles& files) {
  SourceRange start = outcome.range;
  start.end = start.begin;
  json entry{{"kind", kind_name(outcome.kind)}, {"place", files.describe(start)}};
  if (!outcome.name.empty()) entry["name"] = outcome.name;
  if (outcome.value) entry["value"] = *outcome.value;
  if (outcome.count) {
    // Numbers that a reader might round are strings.
    auto small = outcome.count->small();
    if (small && *small < (std::uint64_t{1} << 53))
      entry["count"] = *small;
    else
      entry["count"] = outcome.count->to_string();
  }
  if (!outcome.lines.empty()) entry["lines"] = outcome.lines;
  return entry;
}

struct Report {
  int code = 0;
  std::string status = "ok";
  std::string reason;
  json results = json::array();
};

void stop(Report& report, int code, std::string status, std::string reason) {
  report.code = code;
  report.status = std::move(status);
  report.reason = std::move(reason);
}

void evaluate_file(const FixOptions& options,
                   Budget& budget,
                   Observer& observer,
                   std::ostream* out,
                   std::ostream& err,
                   Report& report) {
  SourceFiles files;
  auto failed = [&](const Diagnostic& error) {
    err << render(error);
    stop(report,
         error.kind == ErrorKind::Unsupported ? 3 : 2,
         "error",
         (error.place().empty() ? "" : error.place() + ": ") + error.message);
  };
  ReadFile content = read_file(options.file);
  if (!content.text)
    return failed(Diagnostic::error(ErrorKind::Parse,
                                    "cannot read '" + options.file + "': " + content.error));
  std::vector<FileId> order;
  if (options.prelude) order.push_back(files.add(options.prelude_name, *options.prelude));
  order.push_back(files.add(options.file, std::move(*content.text)));
  ReadOptions read;
  read.constants = options.constants;
  auto session = Session::read(files, order, read);
  if (!session) return failed(session.error());
  for (const Diagnostic& warning : (*session)->warnings())
    err << render(warning);
  std::size_t warned = (*session)->warnings().size();
  auto on_outcome = [&](const Outcome& outcome) {
    if (out != nullptr) print(outcome, files, *out);
    report.results.push_back(to_json(outcome, files));
  };
  try {
    auto outcomes = (*session)->evaluate(budget, observer, on_outcome);
    if (!outcomes) failed(outcomes.error());
  } catch (const ResourceOut& limit) {
    err << "kleene: " << limit.what() << '\n';
    stop(report, 4, "resource-limit", limit.what());
  }
  for (; warned < (*session)->warnings().size(); ++warned)
    err << render((*session)->warnings()[warned]);
}

} // namespace

int run_fix(const FixOptions& options,
            Budget& budget,
            Observer& observer,
            std::ostream& out,
            std::ostream& err) {
  Report report;
  bool json_only = options.json == "-";
  evaluate_file(options, budget, observer, json_only ? nullptr : &out, err, report);
  if (!options.json) return report.code;
  json document{{"tool", "kleene"},
                {"command", "fix"},
                {"file", options.file},
                {"status", report.status},
                {"results", std::move(report.results)}};
  if (!report.reason.empty()) document["reason"] = report.reason;
  std::string text = document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  if (json_only) {
    out << text;
  } else {
    std::ofstream file(*options.json);
    if (!(file << text)) {
      err << "kleene: cannot write '" << *options.json << "'\n";
      return 1;
    }
  }
  return report.code;
}

} // namespace kleene::calculus
