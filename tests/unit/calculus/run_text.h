// SPDX-License-Identifier: Apache-2.0
// Runs calculus text and hands back what it says, in a form that is easy to compare.
#pragma once
#include "kleene/calculus/session.h"

#include <map>
#include <string>

namespace kleene::calculus {

struct TextRun {
  /// Truth values in order, as "T" and "F".
  std::string truths;
  /// Onset sizes in order, as "Name=3;…".
  std::string sizes;
  /// The error message without place, or with `place` its line and column.
  std::string error;
  std::string place;
  std::vector<Outcome> outcomes;
  std::vector<std::string> warnings;
  bool in_parts = false;
};

inline TextRun run_text(const std::string& text,
                        const std::map<std::string, long>& constants = {},
                        const std::map<std::string, std::string>& loadable = {},
                        Partition partition = Partition::Programs) {
  SourceFiles files;
  FileId file = files.add("test.fix", text);
  ReadOptions options;
  options.constants = constants;
  options.load = [&](const std::string& path) {
    ReadFile result;
    if (auto found = loadable.find(path); found != loadable.end())
      result.text = found->second;
    else
      result.error = "no such file";
    return result;
  };
  TextRun run;
  auto failed = [&](const Diagnostic& error) {
    run.error = error.message;
    run.place = std::to_string(error.begin.line) + ":" + std::to_string(error.begin.column);
  };
  auto session = Session::read(files, {file}, options);
  if (!session) {
    failed(session.error());
    return run;
  }
  (*session)->partition(partition);
  Budget budget;
  auto outcomes = (*session)->evaluate(budget, silent_observer());
  run.in_parts = (*session)->in_parts();
  for (const Diagnostic& warning : (*session)->warnings())
    run.warnings.push_back(warning.message);
  if (!outcomes) {
    failed(outcomes.error());
    return run;
  }
  run.outcomes = *outcomes;
  for (const Outcome& outcome : run.outcomes) {
    if (outcome.value) run.truths += *outcome.value ? "T" : "F";
    if (outcome.kind == OutcomeKind::OnsetSize)
      run.sizes += (run.sizes.empty() ? "" : ";") + outcome.name + "=" + outcome.count->to_string();
  }
  return run;
}

} // namespace kleene::calculus
