// SPDX-License-Identifier: Apache-2.0
#include "check_all.h"

#include "kleene/report/checks.h"
#include "kleene/verify/vacuity.h"

#include <fmt/core.h>

#include <algorithm>

#include "one_question.h"

namespace kleene::cli {
namespace {

using report::Verdict;
using verify::CheckOutcome;
using verify::DecidedCheck;
using verify::DecidedChecks;

/// The verdict on all of them, with its words in the report.
Verdict verdict_on(Context& context,
                   const Input& input,
                   const ir::Program& program,
                   DecidedChecks decided,
                   bool& proved) {
  report::Report& report = context.report;
  auto violated = std::ranges::find(decided.checks, CheckOutcome::Violated, &DecidedCheck::outcome);
  auto unknown = std::ranges::find(decided.checks, CheckOutcome::Unknown, &DecidedCheck::outcome);
  if (violated != decided.checks.end())
    return report::take(report, violated->violated->told, violated->violated->engine);
  // Without checks there is still a question: whether something is reached that is not modelled.
  proved = unknown == decided.checks.end() && !decided.given_up && decided.proof;
  if (proved) return report::take(report, std::move(decided.proof->told), decided.proof->engine);
  verify::Cause cause = verify::cause_of(decided.obstacles, program);
  // Models of the library have places that no program reaches: time matters more.
  const bool elsewhere = cause.kind == verify::Cause::Kind::NotModelled && cause.function.empty();
  if ((cause.kind > verify::Cause::Kind::Time || elsewhere) && decided.limit)
    cause = {verify::Cause::Kind::Time, *decided.limit, {}};
  std::string subject;
  if (unknown != decided.checks.end() && decided.checks.size() > 1) {
    auto count = std::ranges::count(decided.checks, CheckOutcome::Unknown, &DecidedCheck::outcome);
    subject = fmt::format("{} of {} checks undecided", count, decided.checks.size());
  }
  Verdict verdict = report::unknown_because(report,
                                            allowance_of(context.arguments),
                                            context.budget,
                                            cause,
                                            std::move(decided.obstacles),
                                            subject);
  if (decided.limit) verdict = Verdict::out_of_resources(verdict.reason());
  report::Report words = report;
  words.verdict = verdict;
  report.rendered = report::rendered(outputs_of(context, input), context.budget, words);
  return verdict;
}

} // namespace

Result<Verdict>
check_all(Context& context, const Input& input, const Goal& goal, const ir::Program& program) {
  const transform::Checked all = transform::with_check_sites(program, goal.targets);
  OneQuestion whole(context, input, goal, all.transformed.program);
  context.report.vacuous = all.sites.empty()
                               ? "the program has nothing to check"
                               : verify::vacuity(whole.question().problem, context.budget);
  auto ask = [&](const ir::Program& part, std::string_view engine, Budget& budget) {
    report::Report report = context.report;
    Context own{context.arguments, budget, context.observer, report};
    verify::PortfolioResult found;
    try {
      found = OneQuestion(own, input, goal, part).ask(engine, context.observer);
    } catch (const ResourceOut&) {
      // What the engines came to until then may tell more than the limit does.
      if (budget.seconds_left().value_or(1) > 0 || report.obstacles.empty()) throw;
      found.obstacles = report.obstacles;
      found.tried = report.obstacles;
    }
    report::add_tried(context.report.tried, found.tried);
    return found;
  };
  Result<DecidedChecks> decided = verify::decide_all_checks(
      program,
      goal.targets,
      {context.arguments.check.engine, input.integers, context.budget, context.observer, ask});
  if (!decided) return decided.error();
  report::put_in_order(decided->checks, program);
  const std::vector<report::ShownCheck> checks = report::to_shown(decided->checks, program.files);
  bool proved = false;
  const std::vector<verify::SharedProof> more = std::move(decided->more_proofs);
  std::string proof = decided->proof ? decided->proof->told.json : std::string();
  Verdict verdict = verdict_on(context, input, program, std::move(*decided), proved);
  if (proved)
    verdict = report::after_second_look(
        context.report, whole.question(), {}, verdict, context.budget, context.observer);
  if (context.report.rendered) {
    report::amend_proof(*context.report.rendered, proof);
    report::amend_proofs(*context.report.rendered, more, program.files, proved);
    report::amend(*context.report.rendered, checks);
  }
  return verdict;
}

} // namespace kleene::cli
