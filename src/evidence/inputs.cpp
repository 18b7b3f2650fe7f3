// SPDX-License-Identifier: Apache-2.0
#include "inputs.h"

#include <fmt/core.h>

namespace kleene::evidence {
namespace {

bool is_answer(const ir::InputRequest& request, Integer value) {
  if (request.kind == ir::InputKind::Edge)
    return value >= 0 && value < static_cast<Integer>(request.choices);
  if (request.type.is_bool()) return value == 0 || value == 1;
  return !request.type.is_machine() || fits(request.type, value);
}

} // namespace

std::optional<Integer> FittingInputs::next(const ir::InputRequest& request) {
  std::optional<Integer> value = source_.next(request);
  if (value && objection_.empty() && !is_answer(request, *value))
    objection_ = fmt::format("the input {} is no {}",
                             to_string(*value),
                             request.kind == ir::InputKind::Edge
                                 ? "edge that can be taken"
                                 : "value of the type " + to_string(request.type));
  return value;
}

} // namespace kleene::evidence
