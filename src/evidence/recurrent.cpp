// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/recurrent.h"

#include "kleene/evidence/admission.h"
#include "kleene/evidence/trace.h"

#include <fmt/core.h>

#include <algorithm>

#include "questions.h"
#include "under_step.h"

namespace kleene::evidence {
namespace {

using ir::LocId;
using ir::ProcId;
using Values = UnderStep::Values;

class Questions {
public:
  Questions(const Problem& problem, const RecurrentSet& set)
      : program_(problem.program), set_(set), steps_(problem, set.choices) {}

  smt::Script run(const StemEnd& end) {
    Term states = set_.states[end.procedure.index()][end.location.index()];
    steps_.ask("end of the stem", steps_.at_end(end), steps_.text(states, {}));
    for (std::size_t f = 0; f < set_.states.size(); ++f)
      for (std::size_t l = 0; l < set_.states[f].size(); ++l)
        if (!set_.states[f][l].null()) goes_on(set_.states[f], ProcId(f), LocId(l));
    for (std::size_t f = 0; f < set_.calls.procedures.size(); ++f)
      returning(ProcId(f));
    return steps_.take();
  }

private:
  /// Per location of a procedure: a set of states, or of pairs of entry and state.
  using Formulas = std::vector<Term>;

  /// Some edge leads on within the set.
  void goes_on(const Formulas& set, ProcId f, LocId l) {
    UnderStep::Wanted wanted{
        [&](LocId to, const Values& after) { return steps_.text(set[to.index()], after); },
        [&](ProcId callee, const Values& inside) {
          return steps_.text(set_.states[callee.index()][entry(callee)], inside);
        },
        [&](ProcId callee, const Values& inside) {
          const Formulas* pairs = pairs_of(callee);
          return pairs == nullptr ? "false" : steps_.text((*pairs)[entry(callee)], inside);
        },
        [&](ProcId callee) { return summary(callee); }};
    std::string commands = fmt::format("(assert {})\n", steps_.text(set[l.index()], {}));
    std::string ways = steps_.ways(f, l, wanted, commands);
    steps_.ask(
        fmt::format("step from {} in {}", l.index(), program_.procedure(f).name), commands, ways);
  }

  /// The pairs of a procedure that may return.
  void returning(ProcId f) {
    const Formulas* pairs = pairs_of(f);
    if (pairs == nullptr) return;
    LocId exit = program_.procedure(f).exit;
    for (std::size_t l = 0; l < pairs->size(); ++l) {
      if ((*pairs)[l].null()) continue;
      if (LocId(l) != exit)
        goes_on(*pairs, f, LocId(l));
      else
        steps_.ask(fmt::format("return from {}", program_.procedure(f).name),
                   fmt::format("(assert {})\n", steps_.text((*pairs)[l], {})),
                   steps_.text(summary(f), {}));
    }
  }

  std::size_t entry(ProcId f) const { return program_.procedure(f).entry.index(); }
  const Formulas* pairs_of(ProcId f) const {
    if (set_.calls.procedures.empty()) return nullptr;
    const Formulas& pairs = set_.calls.procedures[f.index()].invariants;
    return pairs.empty() ? nullptr : &pairs;
  }
  /// Where nothing is said, the procedure does not return.
  Term summary(ProcId f) const {
    Term said = set_.calls.procedures.empty() ? Term() : set_.calls.procedures[f.index()].summary;
    return said.null() ? program_.terms->truth(false) : said;
  }

  const ir::Program& program_;
  const RecurrentSet& set_;
  UnderStep steps_;
};

std::string misfit_of_calls(const ir::Program& program, const InductiveProof& calls) {
  if (calls.live_objects || calls.known_objects || !calls.parameters.empty())
    return "what calls do is said without parameters";
  if (calls.procedures.empty()) return {};
  if (calls.procedures.size() != program.procedures.size())
    return "the set is about another program";
  for (std::size_t f = 0; f < calls.procedures.size(); ++f) {
    const InductiveProof::Procedure& p = calls.procedures[f];
    if (!p.invariants.empty() && p.invariants.size() != program.procedures[f].locations.size())
      return "the set is about another program";
    bool fits = in_scope(program, ProcId(f), p.summary, true, true)
                && std::ranges::all_of(p.invariants, [&](Term t) {
                     return in_scope(program, ProcId(f), t, true, false);
                   });
    if (!fits) return "a formula speaks of variables that its procedure does not know";
  }
  return {};
}

std::string misfit(const Problem& problem, const RecurrentSet& set) {
  const ir::Program& program = problem.program;
  if (set.states.size() != program.procedures.size()) return "the set is about another program";
  for (std::size_t f = 0; f < set.states.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    if (set.states[f].size() != p.locations.size()) return "the set is about another program";
    for (Term t : set.states[f])
      if (!in_scope(program, ProcId(f), t, false, false))
        return "a formula speaks of variables that its procedure does not know";
  }
  if (std::string wrong = misfit(program, set.choices); !wrong.empty()) return wrong;
  return misfit_of_calls(program, set.calls);
}

} // namespace

Judgement
judge(const Problem& problem, const RecurrentSet& set, smt::Solver& solver, Budget& budget) {
  Trace unused;
  unused.stop();
  return judge(problem, set, solver, budget, unused);
}

Judgement judge(const Problem& problem,
                const RecurrentSet& set,
                smt::Solver& solver,
                Budget& budget,
                Trace& trace) {
  Judgement judgement;
  judgement.objection = refusal<RecurrentSet>(problem);
  if (judgement.accepted()) judgement.objection = misfit(problem, set);
  if (!judgement.accepted()) return judgement;
  StemEnd end = run_stem(problem, set.stem, budget, &trace);
  judgement.objection = end.objection;
  if (judgement.accepted() && (end.procedure != set.procedure || end.location != set.location))
    judgement.objection = "the stem ends somewhere else";
  if (!judgement.accepted()) return judgement;
  try {
    answer(QuestionList(Questions(problem, set).run(end)), solver, budget, "the set", judgement);
  } catch (const smt::NotExpressible& why) {
    judgement.objection = fmt::format("the set cannot be checked: {}", why.what());
  }
  return judgement;
}

} // namespace kleene::evidence
