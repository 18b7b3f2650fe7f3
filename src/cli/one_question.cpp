// SPDX-License-Identifier: Apache-2.0
#include "one_question.h"

#include "kleene/ir/floats.h"
#include "kleene/report/explain.h"
#include "kleene/verify/judging.h"
#include "kleene/verify/search.h"

#include "algorithm.h"

namespace kleene::cli {

using report::Verdict;

OneQuestion::OneQuestion(Context& context,
                         const Input& input,
                         const Goal& goal,
                         const ir::Program& program,
                         const verify::Spec* spec,
                         std::shared_ptr<const evidence::LtlClaim> ltl)
    : context_(context),
      input_(input),
      goal_(goal),
      question_(question_of(context, input, goal, program, spec)) {
  question_.ltl = std::move(ltl);
}

verify::PortfolioResult OneQuestion::ask(std::string_view engine, Observer& observer) {
  verify::Choice choice = verify::choose_engines(question_, engine);
  if (choice.able.empty()) {
    verify::PortfolioResult none;
    none.obstacles = choice.others;
    return none;
  }
  return verify::search(
      question_,
      choice.able,
      [this](const auto& e, Observer& o, const auto& hints) { return attempt(e, o, hints); },
      portfolio_options(context_, observer));
}

Verdict OneQuestion::unknown(const verify::Cause& cause, std::vector<report::Obstacle> obstacles) {
  return report::unknown_because(context_.report,
                                 allowance_of(context_.arguments),
                                 context_.budget,
                                 cause,
                                 std::move(obstacles));
}

Result<Verdict> OneQuestion::decide() {
  Result<std::shared_ptr<const engine::calculus::Formula>> algorithm =
      algorithm_of(context_.arguments);
  if (!algorithm) return algorithm.error();
  question_.algorithm = *algorithm;
  verify::Choice choice = verify::choose_engines(question_, context_.arguments.check.engine);
  if (question_.algorithm && !choice.able.empty())
    if (auto error = engine::calculus::complaint_about(*question_.algorithm, question_.problem))
      return *error;
  if (choice.able.empty())
    return unknown(
        {verify::Cause::Kind::GaveUp, verify::refusal_of(goal_.asked, choice.others), {}},
        choice.others);
  verify::KeepingObserver keeping(context_.observer);
  verify::PortfolioResult found;
  try {
    found = ask(context_.arguments.check.engine, keeping);
  } catch (const ResourceOut& limit) {
    // What the engines came to until then may tell more than the limit does.
    verify::Cause cause = verify::cause_of(context_.report.obstacles, question_.problem.program);
    if (cause.kind >= verify::Cause::Kind::Unconfirmed) throw;
    return unknown(cause, context_.report.obstacles);
  }
  report::add_tried(context_.report.tried, found.tried);
  if (found.error) return *found.error;
  if (!found.told) {
    verify::Cause cause = verify::cause_of(found.obstacles, question_.problem.program);
    bool floats_with_math = question_.problem.integers == IntegerModel::Math
                            && ir::computes_with_floats(question_.problem.program);
    if (cause.kind == verify::Cause::Kind::GaveUp && floats_with_math)
      cause.text = "beside mathematical integers floats are computed in runs only: --integers "
                   "machine has proofs";
    return unknown(cause, std::move(found.obstacles));
  }
  Verdict verdict = report::take(context_.report, std::move(*found.told), found.engine->name);
  return report::after_second_look(
      context_.report, question_, keeping.inputs(), verdict, context_.budget, context_.observer);
}

verify::Outcome OneQuestion::attempt(const engine::Engine& engine,
                                     Observer& observer,
                                     const std::vector<std::string>& hints) {
  report::Report report = context_.report;
  report.engine = engine.name;
  report.obstacles.clear();
  report::ExplainingObserver explaining(observer);
  bool explain = context_.arguments.check.explain;
  engine::Answer answer =
      verify::solve(engine, question_, hints, context_.budget, explain ? explaining : observer);
  verify::Judged judged =
      verify::judge_answer(question_, std::move(answer), context_.budget, observer);
  if (auto* none = std::get_if<verify::NoAnswer>(&judged)) return std::move(*none);
  const verify::Accepted& accepted = std::get<verify::Accepted>(judged);
  if (explain)
    report.explained = std::make_shared<report::Explained>(
        explaining.explained(question_.problem, accepted.evidence));
  return report::tell(
      outputs_of(context_, input_), context_.budget, goal_, question_, accepted, std::move(report));
}

} // namespace kleene::cli
