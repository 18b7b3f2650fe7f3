// SPDX-License-Identifier: Apache-2.0
// Names in scope while a formula is checked, and the places that its variables get: the n-th
// variable of a type that is alive gets the n-th place of that type.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "module.h"

namespace kleene::calculus {

struct Binding {
  std::string name;
  /// A variable, or (without type) a number.
  const Type* type = nullptr;
  PlaceId place;
  long number = 0;
};

class Scope {
public:
  explicit Scope(Module& module) : module_(module) {}

  const Binding* find(const std::string& name) const {
    for (std::size_t i = bindings_.size(); i-- > 0;)
      if (bindings_[i].name == name) return &bindings_[i];
    return nullptr;
  }

  /// A variable in the first place of its type that is free here.
  PlaceId add(const std::string& name, const Type* type) {
    std::vector<PlaceId>& slots = slots_[type];
    std::size_t alive = alive_[type]++;
    if (alive == slots.size()) {
      slots.emplace_back(module_.places.size());
      module_.places.push_back({type, false});
    }
    bindings_.push_back({name, type, slots[alive], 0});
    return slots[alive];
  }

  /// A top-level variable with a place of its own.
  PlaceId add_own(const std::string& name, const Type* type) {
    PlaceId place(module_.places.size());
    module_.places.push_back({type, true});
    bindings_.push_back({name, type, place, 0});
    return place;
  }

  void add_number(const std::string& name, long number) {
    bindings_.push_back({name, nullptr, PlaceId(), number});
  }

  /// Forgets all names added since `mark` was `size()`.
  void shrink(std::size_t mark) {
    while (bindings_.size() > mark) {
      const Binding& last = bindings_.back();
      if (last.type != nullptr && !module_.places[last.place.index()].own) --alive_[last.type];
      bindings_.pop_back();
    }
  }
  std::size_t size() const { return bindings_.size(); }

private:
  Module& module_;
  std::vector<Binding> bindings_;
  std::map<const Type*, std::vector<PlaceId>> slots_;
  std::map<const Type*, std::size_t> alive_;
};

} // namespace kleene::calculus
