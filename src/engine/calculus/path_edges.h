// SPDX-License-Identifier: Apache-2.0
// What a formula computed, in the words of evidence: a relation over an entry of a procedure and a state that it
// leads to, as formulas over program variables.
#pragma once
#include "kleene/calculus/session.h"
#include "kleene/support/result.h"

#include "program_relations.h"

namespace kleene::engine::calculus {

/// Per procedure and location, over entry copies (evidence/inductive.h) and current values; null: none.
using PathEdges = std::vector<std::vector<Term>>;

/// The relation that is exported: `Proof`, if there is one, else the first one over two states, perhaps behind
/// bools, which are true then. Nothing if there is none.
std::optional<std::string>
relation_of_path_edges(const std::vector<kleene::calculus::RelationHead>& relations);

/// The error says why it is no relation of path edges.
Result<PathEdges> path_edges(const ir::Program& program,
                             const ProgramRelations& relations,
                             const std::string& relation,
                             kleene::calculus::RelationValues& values);

} // namespace kleene::engine::calculus
