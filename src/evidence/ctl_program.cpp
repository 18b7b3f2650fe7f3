// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/ctl_program.h"

#include "kleene/ir/opaque.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "questions.h"
#include "same_program.h"

namespace kleene::evidence {
namespace {

using ir::LocId;

void demand(bool holds, const char* otherwise) {
  if (!holds) throw NotCheckable(otherwise);
}

template <class Look>
std::string objection(const Look& look) {
  try {
    look();
  } catch (const NotCheckable& why) {
    return fmt::format("the program made for the formula is not the right one: {}", why.what());
  }
  return {};
}

void demand_same_frame(const ir::Procedure& a, const ir::Procedure& b) {
  demand(std::tie(a.parameters, a.returns, a.locals, a.entry)
                 == std::tie(b.parameters, b.returns, b.locals, b.entry)
             && b.locations.size() >= a.locations.size(),
         "a procedure is another one");
}

/// The edges of a procedure that leave a location.
std::vector<const ir::Edge*> leaving(const ir::Procedure& p, LocId l) {
  std::vector<const ir::Edge*> result;
  for (const ir::Edge& e : p.edges)
    if (e.from == l) result.push_back(&e);
  return result;
}

bool leads(const ir::Edge& e, LocId from, LocId to) {
  return e.from == from && e.to == to;
}

// ---- Marks

class Marks {
public:
  Marks(const ir::Program& original,
        const ir::Program& marked,
        const ir::TargetSelection& targets,
        const HoldsAt& formula,
        bool at_end)
      : original_(original),
        marked_(marked),
        targets_(targets),
        formula_(formula),
        at_end_(at_end) {}

  void look() const {
    demand_same_data(original_, marked_);
    demand(original_.variables.size() == marked_.variables.size()
               && original_.procedures.size() <= marked_.procedures.size(),
           "there are other procedures or variables");
    for (std::size_t p = 0; p < original_.procedures.size(); ++p)
      look(original_.procedures[p], marked_.procedures[p]);
    if (at_end_)
      look_at_start();
    else
      demand(marked_.entry == original_.entry
                 && marked_.procedures.size() == original_.procedures.size(),
             "the program starts otherwise");
  }

private:
  void look(const ir::Procedure& before, const ir::Procedure& after) const {
    demand_same_frame(before, after);
    demand(before.exit == after.exit, "a procedure ends elsewhere");
    for (std::size_t l = 0; l < before.locations.size(); ++l) {
      const ir::Location& place = before.locations[l];
      bool wanted = formula_(place.labels) || ir::is_opaque(place);
      demand(targets_.selects(after.locations[l]) == wanted, "a place has the wrong mark");
    }
    std::size_t goals = 0;
    for (std::size_t e = 0; e < before.edges.size(); ++e)
      goals += look(before.edges[e], after, e) ? 1 : 0;
    demand(after.edges.size() == before.edges.size() + goals
               && after.locations.size() == before.locations.size() + goals,
           "there are more edges");
  }

  /// Is there a place before the edge now, since the program ends with it?
  bool look(const ir::Edge& before, const ir::Procedure& p, std::size_t e) const {
    const ir::Edge& after = p.edges.at(e);
    demand(same_statement(before.statement, after.statement) && before.to == after.to,
           "an edge is another one");
    if (!at_end_ || !std::holds_alternative<ir::Halt>(before.statement)) {
      demand(before.from == after.from, "an edge begins elsewhere");
      return false;
    }
    std::vector<const ir::Edge*> to;
    for (const ir::Edge& other : p.edges)
      if (other.to == after.from) to.push_back(&other);
    demand(to.size() == 1 && to.front()->from == before.from
               && std::holds_alternative<ir::Skip>(to.front()->statement)
               && leaving(p, after.from).size() == 1,
           "the way to an end is another one");
    demand(targets_.selects(p.locations[after.from.index()]), "an end has no mark");
    return true;
  }

  /// A new procedure calls the old entry; when that has returned, the program is at its end.
  void look_at_start() const {
    demand(marked_.procedures.size() == original_.procedures.size() + 1
               && marked_.entry.index() == original_.procedures.size(),
           "the program starts otherwise");
    const ir::Procedure& start = marked_.procedures.back();
    demand(start.edges.size() == 2 && start.locations.size() == 3 && start.parameters.empty()
               && start.locals.empty() && start.returns.empty(),
           "the start is no call of the entry");
    const auto* call = std::get_if<ir::Call>(&start.edges[0].statement);
    LocId goal = start.edges[0].to;
    demand(call != nullptr && call->callee == original_.entry && call->arguments.empty()
               && call->results.empty() && leads(start.edges[0], start.entry, goal)
               && leads(start.edges[1], goal, start.exit)
               && std::holds_alternative<ir::Skip>(start.edges[1].statement) && goal != start.entry
               && goal != start.exit && start.entry != start.exit,
           "the start is no call of the entry");
    for (std::size_t l = 0; l < start.locations.size(); ++l)
      demand(targets_.selects(start.locations[l]) == (LocId(l) == goal), "an end has no mark");
  }

  const ir::Program& original_;
  const ir::Program& marked_;
  const ir::TargetSelection& targets_;
  const HoldsAt& formula_;
  bool at_end_;
};

// ---- What is left of a program

class Rest {
public:
  Rest(const ir::Procedure& before, const ir::Procedure& after, const HoldsAt& formula)
      : before_(before), after_(after), formula_(formula) {}

  void look() const {
    demand_same_frame(before_, after_);
    demand(before_.edges.size() == after_.edges.size(), "there are other edges");
    for (std::size_t e = 0; e < before_.edges.size(); ++e)
      look(before_.edges[e], after_.edges[e]);
    if (stays(before_.exit)) {
      demand(before_.exit == after_.exit, "a procedure ends elsewhere");
      return;
    }
    // Nothing may return.
    demand(is_new(after_.exit) && after_.exit != after_.entry
               && std::ranges::none_of(after_.edges,
                                       [&](const ir::Edge& e) { return e.to == after_.exit; }),
           "a procedure returns where the formula does not hold");
  }

private:
  bool is_new(LocId l) const { return l.index() >= before_.locations.size(); }
  bool stays(LocId l) const {
    const ir::Location& place = before_.locations[l.index()];
    return ir::is_opaque(place) || formula_(place.labels);
  }
  bool dead_end(LocId l) const {
    return is_new(l) && l != after_.exit && leaving(after_, l).empty();
  }

  void look(const ir::Edge& before, const ir::Edge& after) const {
    demand(before.from == after.from, "an edge begins elsewhere");
    // What halts does not arrive; what calls is elsewhere before it arrives.
    bool halts = std::holds_alternative<ir::Halt>(before.statement);
    bool calls = std::holds_alternative<ir::Call>(before.statement);
    bool goes_on = stays(before.to);
    if (stays(before.from) && (goes_on || halts || calls)) {
      demand(same_statement(before.statement, after.statement), "an edge is another one");
      demand(goes_on || halts ? before.to == after.to : dead_end(after.to),
             "an edge leads elsewhere");
      return;
    }
    const auto* never = std::get_if<ir::Assume>(&after.statement);
    demand(never != nullptr && never->condition.is_false(),
           "an edge leads to where the formula does not hold");
  }

  const ir::Procedure& before_;
  const ir::Procedure& after_;
  const HoldsAt& formula_;
};

} // namespace

std::string objection_to_marks(const ir::Program& original,
                               const ir::Program& marked,
                               const ir::TargetSelection& targets,
                               const HoldsAt& formula,
                               bool at_end) {
  return objection([&] { Marks(original, marked, targets, formula, at_end).look(); });
}

std::string
objection_to_rest(const ir::Program& original, const ir::Program& inside, const HoldsAt& formula) {
  return objection([&] {
    demand_same_data(original, inside);
    demand(original.variables.size() == inside.variables.size()
               && original.procedures.size() == inside.procedures.size()
               && original.entry == inside.entry,
           "the program starts otherwise");
    for (std::size_t p = 0; p < original.procedures.size(); ++p)
      Rest(original.procedures[p], inside.procedures[p], formula).look();
  });
}

} // namespace kleene::evidence
