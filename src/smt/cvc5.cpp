// SPDX-License-Identifier: Apache-2.0
#include "kleene/smt/solver.h"
#include "kleene/support/process.h"
#include "kleene/support/work.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace kleene::smt {

std::string Script::text() const {
  std::string result = fmt::format("(set-logic {})\n{}", logic, preamble);
  std::size_t open = no_block;
  auto close = [&] {
    if (open != no_block) result += "(pop 1)\n";
  };
  for (const Question& q : questions) {
    if (q.block != open) {
      close();
      if (q.block != no_block) result += fmt::format("(push 1)\n{}", blocks.at(q.block));
      open = q.block;
    }
    result += fmt::format("; {}\n(push 1)\n{}(check-sat)\n(pop 1)\n", q.title, q.commands);
  }
  close();
  return result;
}

std::string Script::text(const Question& q) const {
  return fmt::format("(set-logic {})\n{}{}; {}\n{}(check-sat)\n",
                     logic,
                     preamble,
                     q.block == no_block ? "" : blocks.at(q.block),
                     q.title,
                     q.commands);
}

std::vector<Answer> Cvc5::check(const Script& script, Budget& budget) {
  std::vector<Answer> answers(script.questions.size(), Answer::Unknown);
  problem_.clear();
  seconds_used_ = 0;
  if (answers.empty()) return answers;
  run(script.text(), true, answers, budget);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (std::ranges::find(answers, Answer::Sat) != answers.end()) break;
    if (answers[i] != Answer::Unknown) continue;
    std::vector<Answer> one{Answer::Unknown};
    run(script.text(script.questions[i]), false, one, budget);
    if (one[0] == Answer::Unknown) break; // one open question is enough to know nothing
    answers[i] = one[0];
  }
  return answers;
}

namespace {

/// About so many of its own units of work take cvc5 a second.
constexpr double units_per_second = 1e6;
constexpr std::string_view units_used = "resource::resourceUnitsUsed = ";

/// What it says of itself where it is asked for statistics; whoever says nothing was stopped.
void count_work(const ProcessResult& run, std::size_t questions) {
  constexpr double seconds_each = 0.02;
  work::add(seconds_each * static_cast<double>(questions));
  std::size_t at = run.errors.find(units_used);
  if (at != std::string::npos)
    work::add(std::strtod(run.errors.c_str() + at + units_used.size(), nullptr) / units_per_second);
}

/// Of each question: time, or its units.
std::vector<std::string> limits(double per_question, double in_all) {
  if (!work::counted())
    return {fmt::format("--tlimit-per={}", static_cast<long>(per_question * 1000))};
  double units = std::min(per_question, in_all) * units_per_second;
  return {fmt::format("--rlimit-per={}", static_cast<long>(units)), "--stats", "--stats-internal"};
}

} // namespace

void Cvc5::run(const std::string& text,
               bool incremental,
               std::vector<Answer>& answers,
               Budget& budget) {
  ProcessOptions options;
  options.seconds = in_all_ - seconds_used_;
  if (auto left = budget.seconds_left()) options.seconds = std::min(options.seconds, *left);
  options.seconds = std::max(0.1, options.seconds);
  options.budget = &budget;
  options.input = text;
  std::vector<std::string> command{"cvc5", "--lang=smt2"};
  if (incremental) command.emplace_back("--incremental");
  std::ranges::move(limits(per_question_, options.seconds), std::back_inserter(command));
  command.emplace_back("-");
  double before = budget.seconds_used();
  ProcessResult run = run_process(command, options);
  if (work::counted()) count_work(run, answers.size());
  seconds_used_ += budget.seconds_used() - before;
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
}

} // namespace kleene::smt
