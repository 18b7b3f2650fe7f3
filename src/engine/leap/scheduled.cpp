// SPDX-License-Identifier: Apache-2.0
#include "scheduled.h"

#include "kleene/domain/atoms.h"

#include <algorithm>

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_predicates = 8;

Spot start_of_step(const ir::Program& program, const Way::Item& first) {
  return {first.procedure, program.procedure(first.procedure).edges[first.edge].from, {}};
}

/// What the loop cannot change.
std::vector<Term>
stable_facts(const Tools& tools, const Site& site, const std::vector<Term>& facts) {
  std::set<VarId> written = tools.ways.written(site);
  std::vector<Term> stable;
  for (Term t : facts)
    if (std::ranges::none_of(variables_of(t), [&](VarId v) { return written.contains(v); }))
      stable.push_back(t);
  return stable;
}

/// What variables were at the entry.
std::vector<Term> entry_predicates(const std::vector<Term>& facts) {
  std::vector<Term> found;
  for (Term t : facts)
    if (t.op() == Op::Eq && t.arg(1).arity() == 0 && found.size() < most_predicates)
      found.push_back(t);
  return found;
}

std::vector<Term> guard_predicates(Effects& effects,
                                   const std::vector<Items>& paths,
                                   const std::vector<Spot>& starts) {
  std::vector<Term> found;
  for (std::size_t i = 0; i < paths.size(); ++i)
    for (Term t : effects.run(paths[i], starts[i], {}, {}).conditions)
      for (Term atom : domain::atoms_of(effects.terms(), t)) {
        bool known = std::ranges::all_of(variables_of(atom),
                                         [&](VarId v) { return effects.is_program_variable(v); });
        bool is_new = std::ranges::find(found, atom) == found.end();
        if (known && is_new && found.size() < most_predicates) found.push_back(atom);
      }
  return found;
}

/// A way round an outer loop with leaps for the loops inside it, from any state with these facts.
std::optional<Way>
over_inner_loops(const Tools& tools, const Skeleton& round, const std::vector<Term>& facts) {
  const Items& first = round.segments.front();
  Spot at = start_of_step(tools.problem.program, first.front());
  Search search(tools);
  if (!search.run(round, any_state(tools.effects, at, facts))) return std::nullopt;
  return search.way();
}

} // namespace

std::vector<Loop> scheduled(const Tools& tools,
                            const Site& site,
                            const std::vector<Term>& facts,
                            Split split,
                            std::size_t most) {
  const ir::Program& program = tools.problem.program;
  std::optional<std::vector<Skeleton>> paths = tools.ways.steps(site);
  if (!paths) return {};
  std::vector<Items> plain;
  std::vector<Spot> starts;
  std::vector<Way> over_loops;
  std::vector<Term> stable;
  for (const Skeleton& path : *paths) {
    if (path.leaps.empty()) {
      plain.push_back(path.segments[0]);
      starts.push_back(start_of_step(program, plain.back().front()));
      continue;
    }
    if (stable.empty()) stable = stable_facts(tools, site, facts);
    if (std::optional<Way> way = over_inner_loops(tools, path, stable)) over_loops.push_back(*way);
  }
  std::vector<Loop> loops;
  std::vector<Term> predicates = entry_predicates(facts);
  if (split == Split::ByGuards) predicates = guard_predicates(tools.effects, plain, starts);
  for (const Policy& policy : policies(tools.effects, plain, starts, predicates, most)) {
    Loop loop;
    loop.site = site;
    auto add = [&](Way way, Effect effect) {
      bool possible = tools.theorems.possible(together(effect));
      loop.add(program, std::move(way), std::move(effect), possible);
    };
    for (std::size_t i = 0; i < plain.size(); ++i) {
      Effect effect = tools.effects.run(plain[i], starts[i], {}, chooser(policy));
      add({plain[i], choices(effect, policy)}, effect);
    }
    for (const Way& way : over_loops)
      add(way,
          tools.effects.run(
              way.items, start_of_step(program, way.items.front()), {}, chooser(way)));
    if (!loop.steps.empty()) loops.push_back(std::move(loop));
  }
  return loops;
}

} // namespace kleene::engine::leap
