// SPDX-License-Identifier: Apache-2.0
// Whether a program that remembers its objects (object_program.h) has an execution for each one of the original,
// whatever made it. Executions of the original are followed step by step, and what is remembered stays true:
//   live.X       the object that X made last is alive, begins at base.X and has size.X bytes;
//   the memory   where a cell is not 0, a live heap object begins; it has at least as many bytes as the cell says, less one.
// Each edge of the original has its own in the other program, with new ones before and behind it. The questions are
// whether these are passed whenever the original passes its edge, and leave true what is remembered.
#pragma once
#include "questions.h"

namespace kleene::evidence {

/// What has to be impossible. Throws NotCheckable where the programs differ in anything else.
QuestionList object_questions(const Problem& problem, const ir::Program& remembering);

} // namespace kleene::evidence
