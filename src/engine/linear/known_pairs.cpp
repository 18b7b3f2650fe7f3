// SPDX-License-Identifier: Apache-2.0
#include "known_pairs.h"

namespace kleene::engine::linear {

using presburger::Map;
using presburger::Point;

bool disjoint(const Signature& a, const Signature& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] && b[i] && *a[i] != *b[i]) return true;
  return false;
}

std::size_t KnownPairs::PointHash::operator()(const Point& p) const noexcept {
  std::size_t h = 0x9E3779B97F4A7C15ULL;
  for (Integer v : p)
    h = (h ^ static_cast<std::size_t>(v) ^ static_cast<std::size_t>(v >> 64)) * 0x100000001B3ULL
        + (h >> 31);
  return h;
}

namespace {

/// The only element, if every value is known.
std::optional<Point> single_point(const Signature& signature) {
  Point point;
  for (const auto& value : signature) {
    if (!value) return std::nullopt;
    point.push_back(*value);
  }
  return point;
}

} // namespace

std::optional<Map> KnownPairs::add(Map pairs) {
  if (pairs.is_empty()) return std::nullopt;
  Signature signature = pairs.as_set().plain_values();
  auto point = single_point(signature);
  if (point && points_.contains(*point)) return std::nullopt;
  for (const auto& [other, covered] : others_) {
    if (disjoint(signature, other)) continue;
    pairs = pairs - covered;
    if (pairs.is_empty()) return std::nullopt;
  }
  if (point)
    points_.insert(std::move(*point));
  else
    others_.emplace_back(std::move(signature), pairs);
  return pairs;
}

Map union_of(std::vector<Map> maps) {
  while (maps.size() > 1) {
    std::vector<Map> half;
    for (std::size_t i = 0; i + 1 < maps.size(); i += 2)
      half.push_back(maps[i] | maps[i + 1]);
    if (maps.size() % 2 == 1) half.push_back(maps.back());
    maps = std::move(half);
  }
  return maps.front();
}

} // namespace kleene::engine::linear
