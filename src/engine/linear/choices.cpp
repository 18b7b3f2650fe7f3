// SPDX-License-Identifier: Apache-2.0
#include "choices.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::engine::linear {

using ir::ProcId;
using presburger::Point;
using presburger::Set;

namespace {

constexpr std::size_t max_answers = 3'000'000;

} // namespace

Point some(const Set& set) {
  Point known;
  for (const auto& value : set.plain_values())
    if (value) known.push_back(*value);
  if (known.size() == set.dims()) return known;
  auto sample = set.sample();
  KL_INVARIANT(sample.has_value(), "a derivation should lead to a state");
  return *sample;
}

void Answers::add(evidence::Input input) {
  if (inputs.size() >= max_answers)
    throw presburger::Failure("the counterexample found reads too many inputs");
  inputs.push_back(std::move(input));
}

void Answers::append(const Answers& earlier) {
  for (const evidence::Input& input : earlier.inputs)
    add(input);
  steps += earlier.steps;
}

evidence::Execution Answers::execution() && {
  std::ranges::reverse(inputs);
  return {std::move(inputs), steps};
}

Choices::Choices(const domain::PresburgerDomain& domain) : domain_(domain) {
  for (const ir::Procedure& p : domain.program().procedures)
    outgoing_.push_back(p.outgoing());
}

void Choices::follow(
    ProcId f, std::size_t edge, const Point& before, const Point& after, Answers& answers) {
  const ir::Edge& taken = domain_.program().procedure(f).edges[edge];
  const auto* havoc = std::get_if<ir::Havoc>(&taken.statement);
  if (havoc != nullptr && havoc->choice == ir::Choice::Input)
    for (auto v = havoc->variables.rbegin(); v != havoc->variables.rend(); ++v)
      answers.add({after[domain_.layout(f).position.at(*v)],
                   ir::InputKind::Value,
                   domain_.program().variable(*v).type,
                   havoc->origin,
                   taken.range});
  const auto& candidates = outgoing_[f.index()][taken.from.index()];
  if (candidates.size() > 1) choose(f, edge, before, candidates, answers);
  ++answers.steps;
}

void Choices::start(const Point& state, Answers& answers) const {
  const ir::Program& program = domain_.program();
  const domain::Layout& l = domain_.layout(program.entry);
  for (auto g = program.globals.rbegin(); g != program.globals.rend(); ++g)
    if (!program.variable(*g).initial && l.position.contains(*g))
      answers.add({state[l.position.at(*g)],
                   ir::InputKind::Value,
                   program.variable(*g).type,
                   program.variable(*g).display,
                   program.variable(*g).range});
}

/// The interpreter asks only where several edges can be taken.
void Choices::choose(ProcId f,
                     std::size_t taken,
                     const Point& before,
                     const std::vector<std::size_t>& edges,
                     Answers& answers) {
  Integer possible_edges = 0;
  Integer answer = 0;
  for (std::size_t e : edges) {
    if (e == taken) answer = possible_edges;
    if (e == taken || possible(f, e, before)) ++possible_edges;
  }
  const SourceRange& range = domain_.program().procedure(f).edges[taken].range;
  if (possible_edges > 1) answers.add({answer, ir::InputKind::Edge, {}, {}, range});
}

bool Choices::possible(ProcId f, std::size_t edge, const Point& before) {
  const ir::Edge& e = domain_.program().procedure(f).edges[edge];
  const auto* assume = std::get_if<ir::Assume>(&e.statement);
  if (assume == nullptr || is_undefined_behaviour(assume->kind)) return true;
  auto key = std::pair(f, edge);
  auto known = conditions_.find(key);
  if (known == conditions_.end())
    known = conditions_.emplace(key, domain_.condition(f, assume->condition)).first;
  return known->second.contains(before);
}

} // namespace kleene::engine::linear
