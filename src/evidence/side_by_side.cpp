// SPDX-License-Identifier: Apache-2.0
#include "side_by_side.h"

#include "kleene/bits/refutation.h"
#include "kleene/support/race.h"

#include <fmt/core.h>

#include "bit_question.h"

namespace kleene::evidence {
namespace {

constexpr std::string_view checked = "CaDiCaL, whose refutation was checked";
constexpr std::string_view unchecked = "CaDiCaL, refutation not checked";

/// Who refuted the questions, behind a `+`; or why they are open, behind a `-`.
std::string in_bits(const Problem& problem,
                    const Formula& formula,
                    const std::vector<Term>& bad,
                    Budget& budget) {
  try {
    bits::Cnf question = BitQuestion(problem, formula, budget).ask(bad);
    bits::SatResult result = bits::solve(question, {.seconds = 300, .checker_seconds = 60}, budget);
    switch (result.answer) {
    case bits::SatAnswer::Refuted:
      return fmt::format("+{}", checked);
    case bits::SatAnswer::Unchecked:
      return fmt::format("+{}", unchecked);
    case bits::SatAnswer::Satisfiable:
      return "-CaDiCaL finds a model";
    case bits::SatAnswer::Unknown:
      return fmt::format("-CaDiCaL gives no answer: {}", result.problem);
    }
  } catch (const bits::NotBits& why) {
    return fmt::format("-not in bits: {}", why.what());
  }
  return "-";
}

} // namespace

void answer_side_by_side(const Problem& problem,
                         const Formula& formula,
                         const Obligations& obligations,
                         smt::Solver& solver,
                         Budget& budget,
                         std::string_view what,
                         BoundedJudgement& judgement) {
  smt::Script script;
  obligations.ask(script);
  if (script.questions.empty() || problem.integers == IntegerModel::Math) {
    answer(script, solver, budget, what, judgement);
    judgement.by = solver.name();
    return;
  }
  judgement.questions = script.questions.size();
  judgement.script = script.text();
  std::vector<Entrant> entrants{
      {"bits", [&](Observer&) { return in_bits(problem, formula, obligations.all(), budget); }},
      {solver.name(), [&](Observer&) {
         Judgement second;
         answer(script, solver, budget, what, second);
         return second.accepted() ? '+' + solver.name() : '-' + second.objection;
       }}};
  // Bits answer most questions at once; then the other would only take its processor time.
  RaceOptions options;
  options.at_once = 1;
  options.patience = 5;
  options.budget = &budget;
  RaceWatcher watcher;
  std::vector<std::string> objections(entrants.size());
  watcher.finished = [&](std::size_t entrant, const Finish& finish) {
    if (finish.result.starts_with('+')) {
      judgement.by = finish.result.substr(1);
      return true;
    }
    objections[entrant] = finish.result.empty() ? finish.failure : finish.result.substr(1);
    return false;
  };
  race(entrants, options, watcher);
  if (judgement.by.empty())
    judgement.objection = fmt::format("{}; {}", objections[1], objections[0]);
}

} // namespace kleene::evidence
