// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/back.h"

#include <algorithm>

namespace kleene::transform {

Back::Back(const ir::Program& original) : variables_(original.variables.size()) {
  for (const ir::Procedure& p : original.procedures)
    shapes_.push_back({p.locations.size(), p.edges.size()});
}

std::optional<ir::ProcId> Back::procedure(ir::ProcId p) const {
  return p.index() < shapes_.size() ? std::optional(p) : std::nullopt;
}

std::optional<ir::LocId> Back::location(ir::ProcId p, ir::LocId l) const {
  return procedure(p) && l.index() < shapes_[p.index()].locations ? std::optional(l) : std::nullopt;
}

std::optional<std::size_t> Back::edge(ir::ProcId p, std::size_t e) const {
  return procedure(p) && e < shapes_[p.index()].edges ? std::optional(e) : std::nullopt;
}

std::optional<VarId> Back::variable(VarId v) const {
  return v.index() < variables_ ? std::optional(v) : std::nullopt;
}

Back Back::then(const Back& first) const {
  Back result;
  result.variables_ = std::min(variables_, first.variables_);
  for (std::size_t p = 0; p < std::min(shapes_.size(), first.shapes_.size()); ++p)
    result.shapes_.push_back({std::min(shapes_[p].locations, first.shapes_[p].locations),
                              std::min(shapes_[p].edges, first.shapes_[p].edges)});
  return result;
}

void OriginalSteps::step(const Step& step) {
  const ir::Procedure& p = transformed_.program.procedure(step.procedure);
  auto edge = static_cast<std::size_t>(step.edge - p.edges.data());
  if (!transformed_.back.edge(step.procedure, edge)) return;
  if (!step.returned) ++taken_;
  if (next_ != nullptr) next_->step(step);
}

} // namespace kleene::transform
