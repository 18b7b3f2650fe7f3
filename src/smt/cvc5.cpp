// SPDX-License-Identifier: Apache-2.0
#include "kleene/smt/solver.h"
#include "kleene/support/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

namespace kleene::smt {

std::string Script::text() const {
  std::string result = fmt::format("(set-logic {})\n{}", logic, preamble);
  for (const Question& q : questions)
    result += fmt::format("; {}\n(push 1)\n{}(check-sat)\n(pop 1)\n", q.title, q.commands);
  return result;
}

std::vector<Answer> Cvc5::check(const Script& script, Budget& budget) {
  std::vector<Answer> answers(script.questions.size(), Answer::Unknown);
  problem_.clear();
  if (answers.empty()) return answers;
  ProcessOptions options;
  options.seconds = in_all_;
  if (auto left = budget.seconds_left()) options.seconds = std::max(0.1, std::min(in_all_, *left));
  options.budget = &budget;
  options.input = script.text();
  auto limit = static_cast<long>(per_question_ * 1000);
  ProcessResult run = run_process(
      {"cvc5", "--lang=smt2", "--incremental", fmt::format("--tlimit-per={}", limit), "-"},
      options);
  if (!run.failure.empty()) problem_ = run.failure;
  if (run.timed_out) problem_ = "the solver ran out of time";

  // Answers come in order; after the first line that is none, nothing can be trusted any more.
  std::istringstream lines(run.output);
  std::string line;
  for (Answer& answer : answers) {
    if (!std::getline(lines, line)) break;
    if (line == "sat")
      answer = Answer::Sat;
    else if (line == "unsat")
      answer = Answer::Unsat;
    else if (line != "unknown") {
      problem_ = line;
      break;
    }
  }
  return answers;
}

} // namespace kleene::smt
