// SPDX-License-Identifier: Apache-2.0
#include "leap_view.h"

#include "kleene/ir/text.h"

#include <fmt/core.h>

#include <algorithm>

#include "view.h"

namespace kleene::report {
namespace {

using evidence::Leap;
using evidence::Port;
using evidence::Way;

SourcePlace place_of(const ir::Program& program, ir::ProcId f, ir::LocId l) {
  for (const ir::Edge& e : program.procedure(f).edges)
    if (e.from == l && e.range.known()) return to_place(program.files, e.range);
  return to_place(program.files, program.procedure(f).range);
}

std::string place_name(const ir::Program& program, const Port& port) {
  const ir::Procedure& p = program.procedure(port.procedure);
  return port.location == p.entry ? "recursion of " + p.name : "loop in " + p.name;
}

/// What the environment chooses, with the name of the variable that gets it.
void add_choices(const ir::Program& program, const Way& way, std::vector<std::string>& shown) {
  std::size_t next = 0;
  for (const Way::Item& item : way.items) {
    if (item.leap != Way::no_leap) continue;
    const ir::Statement& s = program.procedure(item.procedure).edges[item.edge].statement;
    const auto* havoc = std::get_if<ir::Havoc>(&s);
    if (havoc == nullptr || havoc->choice != ir::Choice::Input) continue;
    for (VarId v : havoc->variables) {
      if (next == way.choices.size()) return;
      std::string text = fmt::format(
          "{} = {}", program.variable(v).display, ir::to_string(way.choices[next++], program));
      if (std::ranges::find(shown, text) == shown.end()) shown.push_back(std::move(text));
    }
  }
}

ShownLeap to_shown(const ir::Program& program, const Leap& leap) {
  ShownLeap shown;
  shown.where = place_name(program, leap.entry);
  shown.place = place_of(program, leap.entry.procedure, leap.entry.location);
  for (const Port& p : leap.region)
    shown.region.push_back(ir::to_string(p.states, program));
  shown.entry = ir::to_string(leap.entry.states, program);
  shown.exit = ir::to_string(leap.exit.states, program);
  for (const Way& w : leap.steps)
    add_choices(program, w, shown.choices);
  shown.theorem = static_cast<unsigned>(leap.theorem);
  return shown;
}

} // namespace

ShownChain to_shown(const evidence::Problem& problem,
                    const evidence::LeapChain& chain,
                    const std::string& checker,
                    std::size_t questions) {
  const ir::Program& program = problem.program;
  ShownChain shown;
  shown.checker = checker;
  shown.questions = questions;
  for (const Leap& leap : chain.leaps)
    shown.leaps.push_back(to_shown(program, leap));
  auto mark = [&](const Way& way) {
    for (const Way::Item& item : way.items)
      if (item.leap < shown.leaps.size()) shown.leaps[item.leap].inner = true;
  };
  for (const Leap& leap : chain.leaps)
    for (const Way& step : leap.steps)
      mark(step);
  if (!chain.reached.empty())
    for (const auto& [v, value] : chain.values)
      shown.chosen += fmt::format("{}{} == {}",
                                  shown.chosen.empty() ? "" : " && ",
                                  program.variable(v).display,
                                  to_string(value));
  if (chain.round) {
    mark(chain.round->way);
    const Port& port = chain.round->port;
    shown.round = ShownLeap{place_name(program, port),
                            place_of(program, port.procedure, port.location),
                            {ir::to_string(port.states, program)}};
  }
  return shown;
}

Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::LeapChain& chain) {
  const ir::Program& program = problem.program;
  Counterexample result;
  const Way& last = chain.round ? chain.round->way : chain.way;
  auto edge = std::find_if(last.items.rbegin(), last.items.rend(), [](const Way::Item& item) {
    return item.leap == Way::no_leap;
  });
  if (edge != last.items.rend()) {
    const ir::Edge& e = program.procedure(edge->procedure).edges[edge->edge];
    result.place =
        chain.round ? to_place(program.files, e.range) : place_of(program, edge->procedure, e.to);
  }
  result.what = chain.round ? "an execution never ends" : "an error location is reached";
  return result;
}

} // namespace kleene::report
