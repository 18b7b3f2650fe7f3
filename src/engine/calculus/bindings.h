// SPDX-License-Identifier: Apache-2.0
// The relations of a Boolean program as clauses of decision diagrams, without the way through text.
#pragma once
#include "kleene/calculus/session.h"

#include "program_relations.h"

namespace kleene::engine::calculus {

/// Gives the open inputs of a session their values from the program, as far as there are any of their
/// names. Requires that the session has the program's types; `relations` must outlive it.
void bind_relations(const ProgramRelations& relations, kleene::calculus::Session& session);

} // namespace kleene::engine::calculus
