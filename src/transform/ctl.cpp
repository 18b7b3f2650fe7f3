// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/ctl.h"

#include "kleene/ir/opaque.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace kleene::transform {
namespace {

void drop_marks(ir::Program& program) {
  for (ir::Procedure& p : program.procedures)
    for (ir::Location& l : p.locations) {
      l.labels.clear();
      if (!ir::is_opaque(l)) l.target.reset();
    }
}

/// A place with the goal label before every halt, and after the first activation of the entry
/// procedure, which is called by a new one.
std::optional<Diagnostic> put_goal_before_end(ir::Program& program) {
  for (ir::Procedure& p : program.procedures)
    for (std::size_t e = 0, count = p.edges.size(); e < count; ++e) {
      if (!std::holds_alternative<ir::Halt>(p.edges[e].statement)) continue;
      ir::LocId goal = p.add_location();
      p.locations[goal.index()].labels.emplace_back(goal_label);
      p.add_edge(p.edges[e].from, goal, ir::Skip{}, p.edges[e].range);
      p.edges[e].from = goal;
    }
  const ir::Procedure& main = program.procedure(program.entry);
  if (!main.parameters.empty())
    return Diagnostic::error(ErrorKind::Unsupported,
                             "--spec about END, for a program whose entry has parameters");
  ir::Procedure start;
  start.name = "start.of.the.program";
  start.range = main.range;
  start.entry = start.add_location();
  ir::LocId goal = start.add_location();
  start.exit = start.add_location();
  start.locations[goal.index()].labels.emplace_back(goal_label);
  start.add_edge(start.entry, goal, ir::Call{{}, program.entry, {}}, main.range);
  start.add_edge(goal, start.exit, ir::Skip{}, main.range);
  program.entry = program.add_procedure(std::move(start));
  return std::nullopt;
}

/// The labels that stand only at places of the formula: whoever arrives at one of them in the source has
/// arrived at such a place.
std::set<std::string> telling_labels(const ir::Program& program, const PlaceFormula& formula) {
  std::set<std::string> telling;
  std::set<std::string> other;
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Location& l : p.locations)
      (formula(l.labels) ? telling : other).insert(l.labels.begin(), l.labels.end());
  std::erase_if(telling, [&](const std::string& label) { return other.contains(label); });
  return telling;
}

/// What remains of one procedure where `stays` says so.
void restrict_procedure(TermManager& terms,
                        ir::Procedure& procedure,
                        const std::function<bool(ir::LocId)>& stays) {
  ir::LocId nowhere;
  auto lead_nowhere = [&](ir::Edge& e) {
    if (!nowhere.valid()) nowhere = procedure.add_location();
    e.to = nowhere;
  };
  // A call is inside the callee before it arrives behind: it may never return, or the program may end there.
  for (ir::Edge& e : procedure.edges)
    if (std::holds_alternative<ir::Call>(e.statement) && !stays(e.to)) lead_nowhere(e);
  // An edge that nothing takes keeps its number, but no analysis sees a way behind it.
  for (ir::Edge& e : procedure.edges) {
    bool halts = std::holds_alternative<ir::Halt>(e.statement);
    if (stays(e.from) && (halts || stays(e.to))) continue;
    e.statement = ir::Assume{terms.truth(false)};
    lead_nowhere(e);
  }
  // Nothing returns by an exit that is left out, also if it is the entry.
  if (!stays(procedure.exit)) procedure.exit = procedure.add_location();
}

} // namespace

Result<Marked> mark_places(const ir::Program& program, const PlaceFormula& formula) {
  Marked result{{program, Back(program)}, {}};
  drop_marks(result.program);
  std::set<std::string> labels = telling_labels(program, formula);
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    for (std::size_t l = 0; l < program.procedures[p].locations.size(); ++l) {
      const std::vector<std::string>& before = program.procedures[p].locations[l].labels;
      if (!formula(before)) continue;
      std::vector<std::string>& after = result.program.procedures[p].locations[l].labels;
      std::ranges::copy_if(before, std::back_inserter(after), [&](const std::string& label) {
        return labels.contains(label);
      });
      if (after.empty()) after.emplace_back(goal_label);
    }
  if (formula({"END"}))
    if (auto problem = put_goal_before_end(result.program)) return *problem;
  labels.emplace(goal_label);
  result.targets = {{}, false, std::move(labels)};
  return result;
}

Result<Marked> mark_end(const ir::Program& program) {
  Marked result{{program, Back(program)}, {}};
  drop_marks(result.program);
  if (auto problem = put_goal_before_end(result.program)) return *problem;
  result.targets = {{}, false, {std::string(goal_label)}};
  return result;
}

Transformed restrict_to(const ir::Program& program, const PlaceFormula& formula) {
  Transformed result{program, Back(program)};
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    const std::vector<ir::Location>& locations = program.procedures[p].locations;
    auto stays = [&](ir::LocId l) {
      // At a new location nothing goes on.
      return l.index() >= locations.size() || ir::is_opaque(locations[l.index()])
             || formula(locations[l.index()].labels);
    };
    restrict_procedure(*program.terms, result.program.procedures[p], stays);
  }
  return result;
}

} // namespace kleene::transform
