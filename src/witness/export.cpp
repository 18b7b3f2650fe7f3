// SPDX-License-Identifier: Apache-2.0
#include "kleene/witness/export.h"

#include "kleene/facts/call_graph.h"
#include "kleene/facts/loops.h"
#include "kleene/witness/c_expression.h"
#include "kleene/witness/scope.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "waypoints.h"

namespace kleene::witness {

using frontend::task::InvariantSet;
using frontend::task::ViolationSequence;
using frontend::task::Waypoint;
using frontend::task::WaypointAction;
using frontend::task::WaypointType;
using frontend::task::WitnessInvariant;

namespace {

constexpr std::size_t most_branches = 40;
constexpr std::size_t last_branches = 10;

std::size_t branches_of(const std::vector<Passed>& passed) {
  return static_cast<std::size_t>(std::ranges::count_if(
      passed, [](const Passed& p) { return p.waypoint.type == WaypointType::Branching; }));
}

/// All values; all branches, or the last ones where there are many: they are but a help.
void add(const std::vector<Passed>& passed, WaypointAction action, ViolationSequence& sequence) {
  std::size_t left = branches_of(passed);
  bool many = left > most_branches;
  for (const Passed& p : passed) {
    bool branch = p.waypoint.type == WaypointType::Branching;
    if (branch && left-- > last_branches && many) continue;
    Waypoint waypoint = p.waypoint;
    waypoint.action = action;
    sequence.segments.push_back({std::move(waypoint)});
  }
}

/// Where the violation is in the source: the innermost call outside models of libraries.
std::optional<Waypoint> target(const evidence::Problem& problem, const ir::RunResult& run) {
  const ir::Program& program = problem.program;
  SourceRange range = run.range;
  bool overflow = problem.events().overflows && run.overflow;
  if (overflow) {
    range = run.overflow->range;
  } else {
    for (auto frame = run.stack.rbegin(); frame != run.stack.rend(); ++frame) {
      const ir::Procedure& p = program.procedure(frame->procedure);
      if (p.library) continue;
      range = frame->range;
      for (const ir::Edge& edge : p.edges)
        if (frame == run.stack.rbegin() && edge.from == run.location && edge.range.known())
          range = edge.range;
      break;
    }
  }
  if (!range.known()) return std::nullopt;
  // The statement around it, if it is in one that begins on the same line.
  const ir::Procedure* p = procedure_at(program, range.file, range.begin);
  SourcePoint best = range.begin;
  if (p != nullptr && overflow)
    for (const ir::Location& l : p->locations)
      for (const ir::SourceMark& mark : l.marks)
        if (mark.kind == ir::SourceMark::Kind::Statement && mark.file == range.file
            && mark.at.line == range.begin.line && mark.at <= range.begin
            && (best == range.begin || best < mark.at))
          best = mark.at;
  return Waypoint{WaypointType::Target,
                  WaypointAction::Follow,
                  to_place(program, range.file, best, p == nullptr ? "" : p->name),
                  "",
                  ""};
}

/// The loop head, or statement, that an infinite execution comes back to.
std::optional<Waypoint> cycle(const ir::Program& program,
                              ir::ProcId procedure,
                              ir::LocId location,
                              const std::string& states) {
  const ir::Procedure& p = program.procedure(procedure);
  for (auto kind : {ir::SourceMark::Kind::Loop, ir::SourceMark::Kind::Statement})
    for (const ir::SourceMark& mark : p.locations[location.index()].marks)
      if (mark.kind == kind) {
        bool branch = kind == ir::SourceMark::Kind::Loop && states == "1";
        return Waypoint{branch ? WaypointType::Branching : WaypointType::Assumption,
                        WaypointAction::Cycle,
                        to_place(program, mark.file, mark.at, p.name),
                        branch ? "true" : states,
                        branch ? "" : "c_expression"};
      }
  return std::nullopt;
}

/// What the loop of a lasso begins with: the head of a loop, or the call that comes back.
std::optional<Waypoint> again(const ir::Program& program,
                              const evidence::LassoJudgement& judgement) {
  const ir::Procedure& p = program.procedure(judgement.procedure);
  std::optional<Waypoint> result;
  for (const ir::Edge& e : p.edges) {
    if (e.range != judgement.range) continue;
    bool recursive = judgement.grows && std::holds_alternative<ir::Call>(e.statement);
    if (recursive && e.range.end.column > 1) {
      SourcePoint last{e.range.end.line, e.range.end.column - 1};
      return Waypoint{WaypointType::FunctionEnter,
                      WaypointAction::Cycle,
                      to_place(program, e.range.file, last, p.name),
                      "",
                      ""};
    }
    if (!result) result = cycle(program, judgement.procedure, e.from, "1");
  }
  return result;
}

/// Of a loop: the values that are given in it, and its head where it is passed.
std::vector<Passed> values_and_head(std::vector<Passed> round,
                                    const std::optional<Waypoint>& head,
                                    std::uint64_t begin) {
  auto at_head = [&](const Passed& p) {
    return head && p.waypoint.type == head->type && p.waypoint.value == head->value
           && p.waypoint.place.line == head->place.line
           && p.waypoint.place.column == head->place.column;
  };
  auto first = std::ranges::find_if(round, at_head);
  std::uint64_t passed = first == round.end() ? begin : first->steps;
  std::erase_if(round, [](const Passed& p) { return p.waypoint.type == WaypointType::Branching; });
  auto place = std::ranges::find_if(round, [&](const Passed& p) { return p.steps >= passed; });
  if (head) round.insert(place, {*head, passed});
  return round;
}

bool is_loop(const ir::Location& location) {
  return std::ranges::find(location.marks, ir::SourceMark::Kind::Loop, &ir::SourceMark::kind)
         != location.marks.end();
}

/// Where the stem ends, or better a loop that the set is about: others know loops.
std::pair<ir::ProcId, ir::LocId> place_to_name(const ir::Program& program,
                                               const evidence::RecurrentSet& set) {
  std::pair<ir::ProcId, ir::LocId> here{set.procedure, set.location};
  if (is_loop(program.procedure(set.procedure).locations[set.location.index()])) return here;
  for (std::size_t f = 0; f < set.states.size(); ++f)
    for (std::size_t l = 0; l < set.states[f].size(); ++l) {
      Term states = set.states[f][l];
      bool some = !states.null() && !states.is_false();
      if (some && is_loop(program.procedures[f].locations[l])) return {ir::ProcId(f), ir::LocId(l)};
    }
  return here;
}

std::vector<Term> conjuncts(Term t) {
  return t.op() == Op::And ? t.args() : std::vector<Term>{t};
}

/// As much of a formula as C can say.
std::string text_of(const Scope& scope, Term formula) {
  std::string text;
  std::set<std::string> said;
  for (Term part : conjuncts(formula)) {
    std::optional<std::string> c = to_c(scope, part);
    if (!c || *c == "1" || !said.insert(*c).second) continue;
    bool plain = part.op() != Op::Or && part.op() != Op::Ite;
    text += (text.empty() ? "" : " && ") + (plain ? *c : "(" + *c + ")");
  }
  return text;
}

/// Can an edge be taken again in the same activation?
bool comes_again(const ir::Procedure& p, const ir::Edge& edge) {
  fixpoint::Graph next = facts::control_flow(p);
  std::vector<bool> seen(p.locations.size());
  std::vector<std::size_t> open{edge.to.index()};
  while (!open.empty()) {
    std::size_t here = open.back();
    open.pop_back();
    if (here == edge.from.index()) return true;
    if (seen[here]) continue;
    seen[here] = true;
    open.insert(open.end(), next[here].begin(), next[here].end());
  }
  return false;
}

/// Is there one activation of a procedure at most, in every execution?
bool entered_once(const ir::Program& program, const facts::CallGraph& calls, ir::ProcId f) {
  if (calls.recursive(f)) return false;
  if (f == program.entry) return !calls.called(f);
  if (calls.sites(f).size() != 1) return false;
  const facts::CallSite& site = calls.sites(f).front();
  const ir::Procedure& caller = program.procedure(site.caller);
  return !comes_again(caller, caller.edges[site.edge]) && entered_once(program, calls, site.caller);
}

/// That a rank has gone down since any earlier visit, component by component; empty if C cannot say it.
std::string gone_down(const Scope& scope, const std::vector<Term>& rank) {
  std::string text;
  for (auto component = rank.rbegin(); component != rank.rend(); ++component) {
    if (component->is_constant()) continue;
    std::optional<std::string> now = to_c(scope, *component);
    std::optional<std::string> then = to_c_earlier(scope, *component);
    if (!now || !then) return {};
    std::string less = fmt::format("({}) > ({})", *then, *now);
    if (component->type().is_signed()) less += fmt::format(" && ({}) >= 0", *then);
    text = text.empty() ? less
                        : fmt::format("({}) || (({}) == ({}) && ({}))", less, *then, *now, text);
  }
  return text;
}

} // namespace

ViolationSequence violation(const evidence::Problem& problem,
                            const evidence::Replay& replay,
                            const evidence::Trace& trace) {
  ViolationSequence result;
  add(waypoints(problem, {replay.inputs, replay.run.steps, replay.heap}, trace),
      WaypointAction::Follow,
      result);
  if (auto waypoint = target(problem, replay.run)) result.segments.push_back({*waypoint});
  return result;
}

ViolationSequence violation(const evidence::Problem& problem,
                            const evidence::Lasso& lasso,
                            const evidence::LassoJudgement& judgement,
                            const evidence::Trace& trace) {
  std::vector<evidence::Input> inputs = lasso.stem;
  inputs.insert(inputs.end(), lasso.loop.begin(), lasso.loop.end());
  std::vector<Passed> all =
      waypoints(problem, {inputs, lasso.stem_steps + lasso.loop_steps}, trace);
  auto turn =
      std::ranges::find_if(all, [&](const Passed& p) { return p.steps >= lasso.stem_steps; });
  ViolationSequence result;
  add({all.begin(), turn}, WaypointAction::Follow, result);
  std::vector<Passed> round =
      values_and_head({turn, all.end()}, again(problem.program, judgement), lasso.stem_steps);
  add(round, WaypointAction::Cycle, result);
  return result;
}

ViolationSequence violation(const evidence::Problem& problem,
                            const evidence::RecurrentSet& set,
                            const evidence::Trace& trace) {
  const ir::Program& program = problem.program;
  ViolationSequence result;
  add(waypoints(problem, set.stem, trace), WaypointAction::Follow, result);
  auto [procedure, location] = place_to_name(program, set);
  Term states = set.states[procedure.index()][location.index()];
  std::string text = "1";
  for (const ir::SourceMark& mark : program.procedure(procedure).locations[location.index()].marks)
    if (!states.is_true())
      text = to_c(Scope(program, procedure, mark.file, mark.at), states).value_or("1");
  if (auto head = cycle(program, procedure, location, text)) result.segments.push_back({*head});
  return result;
}

ViolationSequence violation(const evidence::Problem& problem, const evidence::LeapChain& chain) {
  const ir::Program& program = problem.program;
  ViolationSequence result;
  if (chain.round) {
    const evidence::Port& port = chain.round->port;
    if (auto head = cycle(program, port.procedure, port.location, "1"))
      result.segments.push_back({*head});
    return result;
  }
  auto is_edge = [](const evidence::Way::Item& i) { return i.leap == evidence::Way::no_leap; };
  auto last = std::ranges::find_if(chain.way.items.rbegin(), chain.way.items.rend(), is_edge);
  if (last == chain.way.items.rend()) return result;
  const ir::Procedure& p = program.procedure(last->procedure);
  SourceRange range = p.edges[last->edge].range;
  for (const ir::Edge& e : p.edges)
    if (e.from == p.edges[last->edge].to && e.range.known()) range = e.range;
  if (range.known())
    result.segments.push_back({{WaypointType::Target,
                                WaypointAction::Follow,
                                to_place(program, range.file, range.begin, p.name),
                                "",
                                ""}});
  return result;
}

InvariantSet invariants(const evidence::Problem& problem, const evidence::InductiveProof& proof) {
  ir::Program program = evidence::subject(problem.program, proof);
  InvariantSet result;
  for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    const std::vector<Term>& stated = proof.procedures[f].invariants;
    if (p.library) continue;
    for (std::size_t l = 0; l < stated.size(); ++l) {
      if (stated[l].null() || problem.is_target(p.locations[l])) continue;
      const std::vector<ir::SourceMark>& marks = p.locations[l].marks;
      auto at = std::ranges::find(marks, ir::SourceMark::Kind::Loop, &ir::SourceMark::kind);
      if (at == marks.end())
        at = std::ranges::find(marks, ir::SourceMark::Kind::Statement, &ir::SourceMark::kind);
      if (at == marks.end()) continue;
      std::string text = text_of(Scope(program, ir::ProcId(f), at->file, at->at), stated[l]);
      if (text.empty()) continue;
      result.invariants.push_back({at->kind == ir::SourceMark::Kind::Loop,
                                   to_place(program, at->file, at->at, p.name),
                                   text});
    }
  }
  return result;
}

InvariantSet invariants(const evidence::Problem& problem, const evidence::TerminationProof& proof) {
  ir::Program program = evidence::subject(problem.program, proof.invariants);
  facts::CallGraph calls(program);
  InvariantSet result = invariants(problem, proof.invariants);
  for (std::size_t f = 0; f < proof.ranks.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    if (p.library || !entered_once(program, calls, ir::ProcId(f))) continue;
    for (std::size_t l = 0; l < proof.ranks[f].size(); ++l)
      for (const ir::SourceMark& mark : p.locations[l].marks) {
        if (mark.kind != ir::SourceMark::Kind::Loop) continue;
        std::string text =
            gone_down(Scope(program, ir::ProcId(f), mark.file, mark.at), proof.ranks[f][l]);
        if (text.empty()) continue;
        result.invariants.push_back(
            {true, to_place(program, mark.file, mark.at, p.name), text, true});
      }
  }
  return result;
}

} // namespace kleene::witness
