// SPDX-License-Identifier: Apache-2.0
#include "narrator.h"

#include "kleene/evidence/inductive.h"
#include "kleene/ir/text.h"

#include <fmt/core.h>

namespace kleene::engine::exact {
Narrator::Narrator(const BlockProgram& program, const PredicateMap& predicates, Observer& observer)
    : program_(program),
      predicates_(predicates),
      observer_(observer),
      told_(program.procedures().size()) {}

void Narrator::round(std::size_t number, IntegerModel model) {
  if (!observer_.explains()) return;
  std::size_t added = tell_new_predicates();
  observer_.step(fmt::format("round {}, with {} integers: {} new predicate{}{}",
                             number,
                             model == IntegerModel::Math ? "unbounded" : "machine",
                             added,
                             added == 1 ? "" : "s",
                             number == 1 ? ", from the conditions of the program" : ""));
}

std::size_t Narrator::tell_new_predicates() {
  std::size_t added = 0;
  ir::Program names = evidence::with_entry_copies(program_.program());
  for (const Procedure& p : program_.procedures()) {
    const std::vector<Term>& mine = predicates_.of(p.id);
    for (std::size_t& told = told_[p.id.index()]; told < mine.size(); ++told, ++added)
      observer_.predicate(program_.program().procedure(p.id).name,
                          ir::to_string(mine[told], names));
  }
  return added;
}

} // namespace kleene::engine::exact
