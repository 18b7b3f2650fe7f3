// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/must.h"

#include "kleene/evidence/admission.h"

#include <fmt/core.h>

#include <algorithm>

#include "questions.h"
#include "under_step.h"

namespace kleene::evidence {
namespace {

using ir::LocId;
using ir::ProcId;
using Layers = std::vector<MustLayer>;
using Values = UnderStep::Values;

class Questions {
public:
  Questions(const Problem& problem, const MustReach& reach)
      : problem_(problem),
        program_(problem.program),
        reach_(reach),
        steps_(problem, reach.choices) {}

  smt::Script run(const StemEnd& end) {
    std::string somewhere;
    for (const MustLayer& layer : reach_.layers)
      if (layer.procedure == end.procedure && layer.location == end.location)
        somewhere += ' ' + steps_.text(layer.states, {});
    steps_.ask("end of the stem", steps_.at_end(end), fmt::format("(or false{})", somewhere));
    for (const MustLayer& layer : reach_.layers)
      if (!problem_.targets.selects(location(layer))) goes_on(layer, reach_.layers, false);
    for (const MustLayer& layer : reach_.calls)
      if (layer.location == program_.procedure(layer.procedure).exit)
        returns(layer);
      else
        goes_on(layer, reach_.calls, true);
    return steps_.take();
  }

private:
  const ir::Location& location(const MustLayer& layer) const {
    return program_.procedure(layer.procedure).locations[layer.location.index()];
  }

  /// Some edge leads to a lower rank. In `calls`, what is called to return has a lower rank too.
  void goes_on(const MustLayer& from, const Layers& layers, bool in_call) {
    UnderStep::Wanted wanted{[&](LocId to, const Values& after) {
                               return lower(from, layers, from.procedure, to, after);
                             },
                             [&](ProcId callee, const Values& inside) {
                               return in_call ? "false"
                                              : lower(from, layers, callee, entry(callee), inside);
                             },
                             [&](ProcId callee, const Values& inside) {
                               return in_call
                                          ? lower(from, reach_.calls, callee, entry(callee), inside)
                                          : somewhere(reach_.calls, callee, entry(callee), inside);
                             },
                             [&](ProcId callee) { return reach_.summaries[callee.index()]; }};
    std::string commands = fmt::format("(assert {})\n", steps_.text(from.states, {}));
    std::string ways = steps_.ways(from.procedure, from.location, wanted, commands);
    steps_.ask(title(in_call ? "step to the exit" : "step", from), commands, ways);
  }

  void returns(const MustLayer& layer) {
    Term summary = reach_.summaries[layer.procedure.index()];
    if (summary.null()) return;
    steps_.ask(title("return", layer),
               fmt::format("(assert {})\n", steps_.text(layer.states, {})),
               steps_.text(summary, {}));
  }

  std::string title(std::string_view what, const MustLayer& layer) const {
    return fmt::format(
        "{} from {} in {}", what, layer.location.index(), program_.procedure(layer.procedure).name);
  }
  LocId entry(ProcId f) const { return program_.procedure(f).entry; }

  /// In some layer of a place.
  std::string somewhere(const Layers& layers, ProcId f, LocId l, const Values& values) const {
    std::string result;
    for (const MustLayer& layer : layers)
      if (layer.procedure == f && layer.location == l)
        result += ' ' + steps_.text(layer.states, values);
    return fmt::format("(or false{})", result);
  }

  /// In some layer of a place, with a lower rank than the state we come from.
  std::string lower(
      const MustLayer& from, const Layers& layers, ProcId f, LocId l, const Values& values) const {
    std::string result;
    for (const MustLayer& layer : layers) {
      if (layer.procedure != f || layer.location != l) continue;
      std::string decreases = less(layer.rank, values, from.rank);
      if (decreases != "false")
        result += fmt::format(" (and {} {})", steps_.text(layer.states, values), decreases);
    }
    return fmt::format("(or false{})", result);
  }

  /// The first component that differs is less, and was not negative.
  std::string
  less(const std::vector<Term>& now, const Values& values, const std::vector<Term>& before) const {
    std::string result = "false";
    for (std::size_t i = now.size(); i-- > 0;) {
      if (now[i].is_constant() && before[i].is_constant()) {
        if (now[i].value() == before[i].value()) continue;
        bool is_less = now[i].value() < before[i].value() && before[i].value() >= 0;
        result = is_less ? "true" : "false";
        continue;
      }
      std::string a = steps_.text(now[i], values);
      std::string b = steps_.text(before[i], {});
      TermManager& terms = *program_.terms;
      Term not_negative = terms.le(terms.constant(before[i].type(), 0), before[i]);
      result = fmt::format("(or (and {} ({} {} {})) (and (= {} {}) {}))",
                           steps_.text(not_negative, {}),
                           less_than(now[i].type()),
                           a,
                           b,
                           a,
                           b,
                           result);
    }
    return result;
  }

  std::string_view less_than(Type type) const {
    if (!type.is_machine() || problem_.integers == IntegerModel::Math) return "<";
    return type.is_signed() ? "bvslt" : "bvult";
  }

  const Problem& problem_;
  const ir::Program& program_;
  const MustReach& reach_;
  UnderStep steps_;
};

std::string misfit(const ir::Program& program, const Layers& layers, bool pairs) {
  for (const MustLayer& layer : layers) {
    if (layer.procedure.index() >= program.procedures.size()
        || layer.location.index() >= program.procedure(layer.procedure).locations.size())
      return "the sets are about another program";
    auto wrong = [&](Term t) { return !in_scope(program, layer.procedure, t, pairs, false); };
    if (layer.states.null() || !layer.states.type().is_bool() || wrong(layer.states)
        || std::ranges::any_of(layer.rank, wrong))
      return "a formula speaks of variables that its procedure does not know";
    const std::vector<Term>& like = layers.front().rank;
    bool comparable = std::ranges::equal(layer.rank, like, [](Term a, Term b) {
      return a.type() == b.type() && a.type().is_integer();
    });
    if (!comparable) return "ranks cannot be compared";
  }
  return {};
}

std::string misfit(const Problem& problem, const MustReach& reach) {
  const ir::Program& program = problem.program;
  if (reach.summaries.size() != program.procedures.size())
    return "the sets are about another program";
  for (std::size_t f = 0; f < reach.summaries.size(); ++f)
    if (!in_scope(program, ProcId(f), reach.summaries[f], true, true))
      return "a summary speaks of variables that are gone";
  std::string wrong = misfit(program, reach.choices);
  if (wrong.empty()) wrong = misfit(program, reach.layers, false);
  if (wrong.empty()) wrong = misfit(program, reach.calls, true);
  return wrong;
}

} // namespace

Judgement
judge(const Problem& problem, const MustReach& reach, smt::Solver& solver, Budget& budget) {
  Judgement judgement;
  judgement.objection = refusal<MustReach>(problem);
  if (judgement.accepted()) judgement.objection = misfit(problem, reach);
  if (!judgement.accepted()) return judgement;
  StemEnd end = run_stem(problem, reach.stem, budget);
  judgement.objection = end.objection;
  if (judgement.accepted() && (end.procedure != reach.procedure || end.location != reach.location))
    judgement.objection = "the stem ends somewhere else";
  if (!judgement.accepted()) return judgement;
  try {
    answer(QuestionList(Questions(problem, reach).run(end)), solver, budget, "the sets", judgement);
  } catch (const smt::NotExpressible& why) {
    judgement.objection = fmt::format("the sets cannot be checked: {}", why.what());
  }
  return judgement;
}

} // namespace kleene::evidence
