// SPDX-License-Identifier: Apache-2.0
#include "bit_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace kleene::calculus {

namespace {

/// Rows that are interleaved with each other, directly or not, get one number.
std::map<std::string, std::string> interleaved_groups(const std::vector<OrderAdvice>& advice) {
  std::map<std::string, std::string> leader;
  auto find = [&](std::string name) {
    while (leader.contains(name) && leader.at(name) != name)
      name = leader.at(name);
    return name;
  };
  for (const OrderAdvice& item : advice) {
    if (item.kind == OrderKind::Above || item.left.empty()) continue;
    std::string a = find(item.left);
    std::string b = find(item.right);
    leader.try_emplace(a, a);
    leader.try_emplace(b, b);
    if (a != b) leader[b] = a;
  }
  std::map<std::string, std::string> group;
  for (const auto& [name, unused] : leader)
    group[name] = find(name);
  return group;
}

std::string group_of(const std::map<std::string, std::string>& groups, const std::string& name) {
  auto found = groups.find(name);
  return found == groups.end() ? name : found->second;
}

/// Who stands above whom, as pairs of groups.
std::set<std::pair<std::string, std::string>>
above_pairs(const std::vector<OrderAdvice>& advice,
            const std::map<std::string, std::string>& groups) {
  std::set<std::pair<std::string, std::string>> pairs;
  for (const OrderAdvice& item : advice)
    if (item.kind == OrderKind::Above)
      pairs.emplace(group_of(groups, item.left), group_of(groups, item.right));
  return pairs;
}

std::vector<std::size_t> interleave(const std::vector<const Row*>& rows) {
  std::vector<std::size_t> result;
  std::size_t longest = 0;
  for (const Row* row : rows)
    longest = std::max(longest, row->bits.size());
  for (std::size_t i = 0; i < longest; ++i)
    for (const Row* row : rows)
      if (i < row->bits.size()) result.push_back(row->bits[i]);
  return result;
}

} // namespace

bool contradictory(const std::vector<OrderAdvice>& advice) {
  auto groups = interleaved_groups(advice);
  auto pairs = above_pairs(advice, groups);
  // Remove what nothing is above of until nothing is left, or only a cycle.
  for (bool progress = true; progress && !pairs.empty();) {
    progress = false;
    for (auto item = pairs.begin(); item != pairs.end();) {
      bool top = std::none_of(pairs.begin(), pairs.end(), [&](const auto& other) {
        return other.second == item->first;
      });
      progress = progress || top;
      item = top ? pairs.erase(item) : std::next(item);
    }
  }
  return !pairs.empty();
}

std::vector<std::size_t> arrange(const std::vector<Row>& rows,
                                 const std::vector<OrderAdvice>& advice) {
  auto groups = interleaved_groups(advice);
  auto pairs = above_pairs(advice, groups);
  std::vector<std::string> waiting;
  for (const Row& row : rows) {
    std::string group = group_of(groups, row.name);
    if (std::find(waiting.begin(), waiting.end(), group) == waiting.end()) waiting.push_back(group);
  }
  std::map<std::string, std::size_t> above; // how many of those that wait are above one
  for (const auto& [upper, lower] : pairs)
    if (upper != lower && std::find(waiting.begin(), waiting.end(), upper) != waiting.end())
      ++above[lower];
  std::vector<std::size_t> result;
  while (!waiting.empty()) {
    // The first that has nothing waiting above it; in a contradiction simply the first.
    auto next = std::find_if(
        waiting.begin(), waiting.end(), [&](const std::string& name) { return above[name] == 0; });
    if (next == waiting.end()) next = waiting.begin();
    std::vector<const Row*> members;
    for (const Row& row : rows)
      if (group_of(groups, row.name) == *next) members.push_back(&row);
    auto bits = interleave(members);
    result.insert(result.end(), bits.begin(), bits.end());
    for (auto pair = pairs.lower_bound({*next, ""}); pair != pairs.end() && pair->first == *next;
         ++pair)
      if (pair->second != *next) --above[pair->second];
    waiting.erase(next);
  }
  return result;
}

std::vector<std::size_t> bit_order(const Type& type) {
  if (type.kind == TypeKind::Class) return type.bit_order;
  std::vector<std::size_t> order;
  if (type.kind == TypeKind::Array) {
    auto inner = bit_order(*type.element);
    for (std::size_t i = 0; i < type.length; ++i)
      for (std::size_t bit : inner)
        order.push_back(i * type.element->bits + bit);
    return order;
  }
  order.resize(type.bits);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

namespace {

/// A component of a component of …, and its first bit.
std::optional<std::pair<const Type*, std::size_t>> find_path(const Type& type,
                                                             const std::string& path) {
  std::size_t dot = path.find('.');
  const Component* component = type.component(path.substr(0, dot));
  if (component == nullptr) return std::nullopt;
  if (dot == std::string::npos) return std::pair(component->type, component->offset);
  auto inner = find_path(*component->type, path.substr(dot + 1));
  if (inner) inner->second += component->offset;
  return inner;
}

/// The components of a class, split up where advice names their own components.
void add_rows(const Type& type,
              const std::string& prefix,
              std::size_t offset,
              const std::vector<OrderAdvice>& advice,
              std::vector<Row>& rows) {
  for (const Component& component : type.components) {
    std::string path = prefix + component.name;
    auto inside = [&](const std::string& name) { return name.starts_with(path + "."); };
    if (std::any_of(advice.begin(), advice.end(), [&](const OrderAdvice& item) {
          return inside(item.left) || inside(item.right);
        })) {
      add_rows(*component.type, path + ".", offset + component.offset, advice, rows);
      continue;
    }
    Row row{path, bit_order(*component.type)};
    for (std::size_t& bit : row.bits)
      bit += offset + component.offset;
    bool reversed = std::any_of(advice.begin(), advice.end(), [&](const OrderAdvice& item) {
      return item.kind == OrderKind::InterleaveReversed && item.right == path;
    });
    if (reversed) std::reverse(row.bits.begin(), row.bits.end());
    rows.push_back(std::move(row));
  }
}

} // namespace

std::vector<std::size_t>
class_bit_order(const Type& type, const std::vector<OrderAdvice>& advice, const Warn& warn) {
  std::vector<OrderAdvice> usable;
  for (const OrderAdvice& item : advice) {
    if ((item.left.empty() || find_path(type, item.left)) && find_path(type, item.right))
      usable.push_back(item);
    else
      warn(item,
           "this constraint does not name two components of '" + type.name + "'; it is ignored");
  }
  if (contradictory(usable))
    warn(usable.front(), "the allocation constraints of '" + type.name + "' contradict each other");
  std::vector<Row> rows;
  add_rows(type, "", 0, usable, rows);
  return arrange(rows, usable);
}

} // namespace kleene::calculus
