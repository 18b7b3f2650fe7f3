// SPDX-License-Identifier: Apache-2.0
#include "relations.h"

#include "kleene/domain/boolean_scope.h"
#include "kleene/engine/calculus/relations.h"

#include "goal.h"

namespace kleene::cli {

Result<std::string> program_relations(const ir::Program& program) {
  if (auto obstacle = domain::obstacle_to_boolean(program))
    return Diagnostic::error(ErrorKind::Unsupported,
                             "only Boolean programs become relations: " + *obstacle);
  return engine::calculus::relations_text(program, default_targets());
}

} // namespace kleene::cli
