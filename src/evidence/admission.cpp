// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/admission.h"

#include "kleene/evidence/layers.h"
#include "kleene/evidence/leap.h"
#include "kleene/evidence/recurrent.h"
#include "kleene/ltl/atoms.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::evidence {
namespace {

bool has_unknown_values(const ir::Program& program) {
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& edge : p.edges)
      if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
        if (havoc->choice == ir::Choice::Unknown) return true;
  return false;
}

/// A statement that programs over Booleans have, about nothing but Booleans.
bool is_boolean(const ir::Statement& statement) {
  bool known =
      std::holds_alternative<ir::Skip>(statement) || std::holds_alternative<ir::Assign>(statement)
      || std::holds_alternative<ir::Assume>(statement)
      || std::holds_alternative<ir::Havoc>(statement) || std::holds_alternative<ir::Call>(statement)
      || std::holds_alternative<ir::Spawn>(statement)
      || std::holds_alternative<ir::EndThread>(statement);
  // How a program ends does not matter, and neither does the number that it ends with.
  if (std::holds_alternative<ir::Halt>(statement)) return true;
  if (!known) return false;
  bool result = true;
  for (Term t : ir::evaluated_terms(statement))
    for_each_subterm(t, [&](Term part) { result &= part.type().is_bool(); });
  return result;
}

} // namespace

bool is_boolean(const ir::Program& program) {
  return std::ranges::all_of(program.variables,
                             [](const ir::Variable& v) { return v.type.is_bool(); })
         && std::ranges::all_of(program.procedures, [](const ir::Procedure& p) {
              return std::ranges::all_of(p.edges,
                                         [](const ir::Edge& e) { return is_boolean(e.statement); });
            });
}

bool loses_memory(const Problem& problem) {
  if (!problem.targets.checks.contains(Property::ValidMemtrack)) return false;
  return std::ranges::any_of(problem.program.procedures, [](const ir::Procedure& p) {
    return std::ranges::any_of(p.locations, [](const ir::Location& l) {
      return l.target && l.target->kind == ir::TargetKind::Check
             && l.target->property == Property::ValidMemtrack;
    });
  });
}

bool asks_for_acceptance(const Problem& problem) {
  return problem.events().no_end && problem.targets.labels.contains(ltl::accepting_label);
}

std::string refusal(const Precondition& judge, const Problem& problem) {
  const ir::Program& program = problem.program;
  bool threads = judge.programs == Programs::Threads || judge.programs == Programs::BooleanThreads;
  bool booleans =
      judge.programs == Programs::SequentialBoolean || judge.programs == Programs::BooleanThreads;
  if (threads != program.concurrent())
    return fmt::format("{} can say nothing about a program with{} threads",
                       judge.noun,
                       program.concurrent() ? "" : "out");
  if (!entry(problem.property).decided() || !problem.events().within(judge.events))
    return fmt::format(
        "{} can say nothing about the property {}", judge.noun, name(problem.property));
  // That an execution goes on for ever is not enough; the judge of formulas looks at where its loop leads.
  bool endless = &judge == &RecurrentSet::kind.judged || &judge == &LayeredRecurrence::kind.judged
                 || &judge == &LeapChain::kind.judged;
  if (endless && asks_for_acceptance(problem))
    return fmt::format("{} can say nothing about accepting places", judge.noun);
  if (problem.events().overflows && problem.integers == IntegerModel::Math)
    return "unbounded integers do not overflow";
  if (booleans && !is_boolean(program)) return "the program is not one over Booleans";
  if (!judge.unknown_values && has_unknown_values(program))
    return fmt::format("{} can say nothing where some values are unknown", judge.noun);
  return {};
}

} // namespace kleene::evidence
