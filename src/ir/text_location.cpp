// SPDX-License-Identifier: Apache-2.0
#include "text_location.h"

#include <fmt/core.h>

namespace kleene::ir {

std::string location_name(const Procedure& procedure, LocId id) {
  if (id.index() < procedure.locations.size() && !procedure.locations[id.index()].name.empty())
    return procedure.locations[id.index()].name;
  return id.valid() ? fmt::format("L{}", id.index()) : "?";
}

std::optional<std::size_t> made_up_index(std::string_view name, std::size_t count) {
  if (name.size() < 2 || name[0] != 'L') return std::nullopt;
  std::size_t index = 0;
  for (char c : name.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    index = index * 10 + static_cast<std::size_t>(c - '0');
    if (index >= count) return std::nullopt;
  }
  if (name != fmt::format("L{}", index)) return std::nullopt;
  return index;
}

std::size_t LocationTable::find(const std::string& name) {
  auto [found, inserted] = by_name_.emplace(name, locations_.size());
  if (inserted) locations_.push_back({.name = name});
  return found->second;
}

void LocationTable::finish(Procedure& procedure) {
  if (!exit_) exit_ = find("exit");
  if (!entry_) entry_ = procedure.edges.empty() ? *exit_ : procedure.edges[0].from.index();

  std::size_t count = locations_.size();
  std::vector<std::optional<std::size_t>> final_index(count);
  std::vector<bool> taken(count, false);
  for (std::size_t i = 0; i < count; ++i) {
    final_index[i] = made_up_index(locations_[i].name, count);
    if (!final_index[i]) continue;
    taken[*final_index[i]] = true;
    locations_[i].name.clear();
  }
  std::size_t free = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (final_index[i]) continue;
    while (taken[free])
      ++free;
    final_index[i] = free++;
  }
  procedure.locations.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    procedure.locations[*final_index[i]] = std::move(locations_[i]);
  for (Edge& edge : procedure.edges) {
    edge.from = LocId(*final_index[edge.from.index()]);
    edge.to = LocId(*final_index[edge.to.index()]);
  }
  procedure.entry = LocId(*final_index[*entry_]);
  procedure.exit = LocId(*final_index[*exit_]);
}

} // namespace kleene::ir
