// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/admission.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace kleene::evidence {
namespace {

// clang-format off
//                                                                    unreach  term.  overfl.                               unknown
constexpr std::array table{
    Precondition{Kind::Execution,         "an execution",                true,  false, true,  Programs::Sequential,         true},
    Precondition{Kind::Invariants,        "invariants",                  true,  false, true,  Programs::Sequential,         true},
    Precondition{Kind::BooleanInvariants, "invariants of Booleans",      true,  false, false, Programs::SequentialBoolean,  true},
    Precondition{Kind::Bounds,            "bounds",                      true,  true,  true,  Programs::Sequential,         true},
    Precondition{Kind::AllRuns,           "a number of runs",            true,  true,  true,  Programs::Sequential,         true},
    Precondition{Kind::Ranks,             "an order of states",          false, true,  false, Programs::SequentialBoolean,  true},
    Precondition{Kind::Lasso,             "a loop",                      false, true,  false, Programs::Sequential,         true},
    Precondition{Kind::RecurrentSet,      "a recurrent set",             false, true,  false, Programs::Sequential,         true},
    Precondition{Kind::Activations,       "runs of procedures",          true,  false, false, Programs::SequentialBoolean,  true},
    Precondition{Kind::LayeredRecurrence, "sets that are never left",    false, true,  false, Programs::SequentialBoolean,  false},
    Precondition{Kind::Leaps,             "leaps",                       true,  true,  false, Programs::Sequential,         true},
    Precondition{Kind::MustSets,          "sets that lead to a target",  true,  false, false, Programs::Sequential,         true},
    Precondition{Kind::Ranking,           "ranks",                       false, true,  false, Programs::Sequential,         true},
    Precondition{Kind::Schedule,          "a schedule",                  true,  false, false, Programs::BooleanThreads,     false},
    Precondition{Kind::Interleavings,     "states of threads",           true,  false, false, Programs::BooleanThreads,     true},
    Precondition{Kind::Stacks,            "stacks of threads",           true,  false, false, Programs::BooleanThreads,     true},
    Precondition{Kind::ControlFlow,       "control flow",                true,  false, false, Programs::Threads,            true},
};
// clang-format on

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table.at(i).kind != static_cast<Kind>(i)) return false;
  return table.size() == static_cast<std::size_t>(Kind::ControlFlow) + 1;
}
static_assert(in_order(), "every kind has its row");

bool covers(const Precondition& row, Property property) {
  switch (property) {
  case Property::UnreachCall:
    return row.unreach_call;
  case Property::Termination:
    return row.termination;
  case Property::NoOverflow:
    return row.no_overflow;
  }
  return false;
}

bool has_unknown_values(const ir::Program& program) {
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& edge : p.edges)
      if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
        if (havoc->choice == ir::Choice::Demonic) return true;
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

std::span<const Precondition> preconditions() {
  return table;
}

bool is_boolean(const ir::Program& program) {
  return std::ranges::all_of(program.variables,
                             [](const ir::Variable& v) { return v.type.is_bool(); })
         && std::ranges::all_of(program.procedures, [](const ir::Procedure& p) {
              return std::ranges::all_of(p.edges,
                                         [](const ir::Edge& e) { return is_boolean(e.statement); });
            });
}

std::string refusal(Kind kind, const Problem& problem) {
  const Precondition& row = table.at(static_cast<std::size_t>(kind));
  const ir::Program& program = problem.program;
  bool threads = row.programs == Programs::Threads || row.programs == Programs::BooleanThreads;
  bool booleans =
      row.programs == Programs::SequentialBoolean || row.programs == Programs::BooleanThreads;
  if (threads != program.concurrent())
    return fmt::format("{} can say nothing about a program with{} threads",
                       row.name,
                       program.concurrent() ? "" : "out");
  if (!covers(row, problem.property))
    return fmt::format(
        "{} can say nothing about the property {}", row.name, name(problem.property));
  if (problem.property == Property::NoOverflow && problem.integers == IntegerModel::Math)
    return "unbounded integers do not overflow";
  if (booleans && !is_boolean(program)) return "the program is not one over Booleans";
  if (!row.unknown_values && has_unknown_values(program))
    return fmt::format("{} can say nothing where some values are unknown", row.name);
  return {};
}

} // namespace kleene::evidence
