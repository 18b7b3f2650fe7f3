// SPDX-License-Identifier: Apache-2.0
#include "relations.h"

#include "kleene/domain/boolean_scope.h"
#include "kleene/engine/calculus/relations.h"
#include "kleene/engine/concurrent/relations.h"
#include "kleene/evidence/boolean.h"

#include "goal.h"

namespace kleene::cli {

Result<std::string> program_relations(const ir::Program& program) {
  if (!program.threads.empty() && evidence::is_boolean(program))
    return engine::concurrent::relations_text(program, default_targets());
  if (auto obstacle = domain::obstacle_to_boolean(program))
    return Diagnostic::error(ErrorKind::Unsupported,
                             "only Boolean programs become relations: " + *obstacle);
  return engine::calculus::relations_text(program, default_targets());
}

} // namespace kleene::cli
