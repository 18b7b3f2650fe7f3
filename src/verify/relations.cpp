// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/relations.h"

#include "kleene/domain/boolean_scope.h"
#include "kleene/engine/calculus/relations.h"
#include "kleene/engine/concurrent/relations.h"
#include "kleene/evidence/boolean.h"
#include "kleene/verify/goal.h"

namespace kleene::verify {

Result<std::string> program_relations(const ir::Program& program) {
  if (!program.threads.empty() && evidence::is_boolean(program))
    return engine::concurrent::relations_text(program, default_targets());
  if (auto obstacle = domain::obstacle_to_boolean(program))
    return Diagnostic::error(ErrorKind::Unsupported,
                             "only Boolean programs become relations: " + *obstacle);
  return engine::calculus::relations_text(program, default_targets());
}

calculus::ShowValue state_words(const ir::Program& program) {
  if (!program.threads.empty() || domain::obstacle_to_boolean(program)) return {};
  return engine::calculus::state_words(program);
}

} // namespace kleene::verify
