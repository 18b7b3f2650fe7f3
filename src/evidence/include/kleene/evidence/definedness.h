// SPDX-License-Identifier: Apache-2.0
// When the operators of terms have a value. The terms of a statement are evaluated completely (ir/statement.h), and
// an execution ends where a division by zero, a shift too far or an access outside the live objects is among them. To
// a solver all operators are total. That is no harm where it must be shown that no execution does something: there
// are only more of them. Who shows that an execution exists has to show that it gets past these operators, too.
#pragma once
#include "kleene/ir/program.h"

#include <optional>

namespace kleene::evidence {

/// The condition for a term to have a value, in whichever branch of an Ite its operators stand; nothing if that
/// is a question about memory.
std::optional<Term> definedness(const ir::Program& program, Term term);
/// The same for all that a statement evaluates, and for the text that it prints.
std::optional<Term> definedness(const ir::Program& program, const ir::Statement& statement);

} // namespace kleene::evidence
