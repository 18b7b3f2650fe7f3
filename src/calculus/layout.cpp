// SPDX-License-Identifier: Apache-2.0
#include "layout.h"

#include <algorithm>
#include <map>
#include <optional>

#include "bit_order.h"

namespace kleene::calculus {

namespace {

/// Where a type begins inside another one.
std::optional<std::size_t> find_inside(const Type& whole, const Type* part) {
  if (&whole == part) return 0;
  if (whole.kind == TypeKind::Array) return find_inside(*whole.element, part);
  for (const Component& component : whole.components)
    if (auto inner = find_inside(*component.type, part)) return component.offset + *inner;
  return std::nullopt;
}

/// Decision variables that stand side by side: bits of places.
using Column = std::vector<std::pair<PlaceId, std::size_t>>;

class Planner {
public:
  explicit Planner(const Module& module) : module_(module) {
    for (std::size_t i = 0; i < module.places.size(); ++i) {
      const Type* type = module.places[i].type;
      if (!places_.contains(type)) types_.push_back(type);
      places_[type].emplace_back(i);
    }
    choose_roots();
  }

  std::vector<Column> columns() {
    std::vector<Column> all;
    std::vector<Row> rows;
    std::map<const Type*, std::size_t> first;
    for (const Type* type : types_) {
      if (root_[type].first != type) continue;
      Row row{type->name, {}};
      for (std::size_t bit : bit_order(*type))
        row.bits.push_back(all.size() + bit);
      first[type] = all.size();
      all.resize(all.size() + type->bits);
      rows.push_back(std::move(row));
    }
    // The larger type first in each column, then its parts.
    for (const Type* type : by_size_) {
      auto [root, offset] = root_[type];
      for (PlaceId place : places_[type])
        for (std::size_t bit = 0; bit < type->bits; ++bit)
          all[first[root] + offset + bit].emplace_back(place, bit);
    }
    std::stable_partition(
        rows.begin(), rows.end(), [](const Row& row) { return row.name == "bool"; });
    std::vector<Column> ordered;
    for (std::size_t index : arrange(rows, advice()))
      ordered.push_back(std::move(all[index]));
    return ordered;
  }

private:
  void choose_roots() {
    by_size_ = types_;
    std::stable_sort(by_size_.begin(), by_size_.end(), [](const Type* a, const Type* b) {
      return a->bits > b->bits;
    });
    std::vector<const Type*> roots;
    for (const Type* type : by_size_) {
      root_[type] = {type, 0};
      for (const Type* root : roots) {
        if (type->kind == TypeKind::Bool) break;
        if (auto offset = find_inside(*root, type)) {
          root_[type] = {root, *offset};
          break;
        }
      }
      if (root_[type].first == type) roots.push_back(type);
    }
  }

  std::vector<OrderAdvice> advice() {
    std::vector<OrderAdvice> result;
    for (const TypeAdvice& item : module_.advice) {
      const Type* left = root_[item.left].first;
      const Type* right = root_[item.right].first;
      if (left != right) result.push_back({item.kind, left->name, right->name, item.range});
    }
    return result;
  }

  const Module& module_;
  std::vector<const Type*> types_;
  std::vector<const Type*> by_size_;
  std::map<const Type*, std::vector<PlaceId>> places_;
  std::map<const Type*, std::pair<const Type*, std::size_t>> root_;
};

/// The bits, most significant first, are at most `max`.
Bdd at_most(const BddManager& manager, const std::vector<BddVar>& bits, std::size_t max) {
  Bdd result(true);
  for (std::size_t i = bits.size(); i-- > 0; max >>= 1) {
    Bdd zero = manager.literal(bits[i], false);
    result = (max & 1) != 0 ? zero | result : zero & result;
  }
  return result;
}

Bdd values_of(const BddManager& manager, const Type& type, const std::vector<BddVar>& bits) {
  if (type.full) return Bdd(true);
  auto part = [&](std::size_t offset, const Type& inner) {
    auto begin = bits.begin() + static_cast<std::ptrdiff_t>(offset);
    return values_of(manager, inner, {begin, begin + static_cast<std::ptrdiff_t>(inner.bits)});
  };
  Bdd result(true);
  if (type.kind == TypeKind::Enum) return at_most(manager, bits, type.count - 1);
  for (const Component& component : type.components)
    result &= part(component.offset, *component.type);
  for (std::size_t i = 0; i < type.length; ++i)
    result &= part(i * type.element->bits, *type.element);
  return result;
}

} // namespace

Layout::Layout(BddManager& manager, const Module& module) {
  std::vector<std::vector<BddVar>> bits(module.places.size());
  for (std::size_t i = 0; i < bits.size(); ++i)
    bits[i].resize(module.places[i].type->bits);
  for (const Column& column : Planner(module).columns()) {
    auto blocks = manager.add_interleaved(column.size(), 1);
    columns_.emplace_back();
    for (std::size_t i = 0; i < column.size(); ++i) {
      BddVar variable = blocks[i][0];
      bits[column[i].first.index()][column[i].second] = variable;
      columns_.back().push_back(variable);
      column_of_.resize(std::max(column_of_.size(), variable.index() + 1));
      column_of_[variable.index()] = columns_.size() - 1;
    }
  }
  for (const VariablePlace& place : module.places)
    types_.push_back(place.type);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    domains_.push_back(values_of(manager, *module.places[i].type, bits[i]));
    blocks_.emplace_back(std::move(bits[i]));
  }
}

std::vector<BddVar> Layout::bits(const Reference& reference) const {
  const auto& all = block(reference.place).variables();
  auto begin = all.begin() + static_cast<std::ptrdiff_t>(reference.offset);
  return {begin, begin + static_cast<std::ptrdiff_t>(reference.type->bits)};
}

} // namespace kleene::calculus
