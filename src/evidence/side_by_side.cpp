// SPDX-License-Identifier: Apache-2.0
#include "side_by_side.h"

#include "kleene/bits/refutation.h"
#include "kleene/support/invariant.h"
#include "kleene/support/race.h"
#include "kleene/support/work.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "bit_question.h"
#include "propagation.h"

namespace kleene::evidence {
namespace {

constexpr std::string_view checked = "CaDiCaL, whose refutation was checked";
constexpr std::string_view by_intervals = "interval propagation";
constexpr std::string_view unchecked = "CaDiCaL, refutation not checked";

/// What a process tells about a refutation: a `+`, the length of each of the texts, and the texts.
std::string packed(std::string_view by, std::string_view cnf = {}, std::string_view proof = {}) {
  return fmt::format("+{} {} {} ", by.size(), cnf.size(), proof.size())
      .append(by)
      .append(cnf)
      .append(proof);
}

void unpack(const std::string& told, BoundedJudgement& judgement) {
  std::istringstream lengths(told.substr(1));
  std::size_t by = 0;
  std::size_t cnf = 0;
  std::size_t proof = 0;
  lengths >> by >> cnf >> proof;
  KL_INVARIANT(lengths && by > 0 && told.size() > by + cnf + proof, "a message should be whole");
  std::size_t begin = told.size() - by - cnf - proof;
  judgement.by = told.substr(begin, by);
  judgement.cnf = told.substr(begin + by, cnf);
  judgement.refutation = told.substr(begin + by + cnf);
}

/// Who refuted the questions, packed; or why they are open, behind a `-`.
std::string in_bits(const Problem& problem,
                    const Formula& formula,
                    const std::vector<Term>& bad,
                    bool keep_refutation,
                    Budget& budget) {
  try {
    bits::Cnf question = BitQuestion(problem, formula, budget).ask(bad);
    bits::SatResult result = bits::solve(question, {.seconds = 300, .checker_seconds = 60}, budget);
    // Where work is counted, engines ask CaDiCaL, too.
    if (result.answer == bits::SatAnswer::Unchecked && work::counted())
      return "-the refutation by CaDiCaL was not checked";
    std::string_view by = result.answer == bits::SatAnswer::Refuted ? checked : unchecked;
    switch (result.answer) {
    case bits::SatAnswer::Refuted:
    case bits::SatAnswer::Unchecked:
      return keep_refutation ? packed(by, question.text, result.refutation) : packed(by);
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

std::string in_intervals(const Formula& formula, const std::vector<Term>& bad, Budget& budget) {
  constexpr std::uint64_t patience = 100'000'000'000;
  Propagation intervals(formula);
  std::uint64_t steps = patience;
  for (Term t : bad) {
    budget.check();
    if (!intervals.refutes(t, steps)) return "-intervals do not tell";
  }
  return packed(by_intervals);
}

} // namespace

void answer_side_by_side(const Problem& problem,
                         const Formula& formula,
                         const Obligations& obligations,
                         smt::Solver& solver,
                         Budget& budget,
                         const SideBySide& options,
                         BoundedJudgement& judgement) {
  QuestionList questions;
  obligations.ask(questions);
  bool settled = questions.open.questions.empty() && !options.keep_refutation;
  if (settled || problem.integers == IntegerModel::Math) {
    answer(questions, solver, budget, options.what, judgement);
    judgement.by = questions.all.questions.empty() || !settled ? solver.name() : by_intervals;
    return;
  }
  judgement.questions = questions.all.questions.size();
  judgement.script = questions.all.text();
  std::vector<Entrant> entrants{
      {"bits",
       [&](Observer&) {
         return in_bits(problem, formula, obligations.all(), options.keep_refutation, budget);
       }},
      {solver.name(), [&](Observer&) {
         Judgement second;
         answer(questions, solver, budget, options.what, second);
         return second.accepted() ? packed(solver.name()) : '-' + second.objection;
       }}};
  // Bits answer most questions at once; then the other would only take its processor time.
  RaceOptions race_options;
  race_options.at_once = 1;
  if (Propagation::suits(formula) && !options.keep_refutation) {
    entrants.push_back(
        {"intervals", [&](Observer&) { return in_intervals(formula, obligations.all(), budget); }});
    std::ranges::rotate(entrants, entrants.end() - 1);
    race_options.at_once = 2;
  }
  race_options.patience = 5;
  if (work::counted()) {
    // One after the other: who is first must not depend on the machine.
    race_options.at_once = 1;
    race_options.patience = std::numeric_limits<double>::infinity();
  }
  race_options.budget = &budget;
  RaceWatcher watcher;
  std::vector<std::string> objections(entrants.size());
  watcher.finished = [&](std::size_t entrant, const Finish& finish) {
    work::add(finish.work);
    if (finish.result.starts_with('+')) {
      unpack(finish.result, judgement);
      return true;
    }
    objections[entrant] = finish.result.empty() ? finish.failure : finish.result.substr(1);
    return false;
  };
  race(entrants, race_options, watcher);
  if (judgement.by.empty()) judgement.objection = fmt::format("{}", fmt::join(objections, "; "));
}

} // namespace kleene::evidence
