// SPDX-License-Identifier: Apache-2.0
#include "dependencies.h"

#include <algorithm>
#include <set>

namespace kleene::calculus {

namespace {

bool by_index(const Relation* a, const Relation* b) {
  return a->index < b->index;
}

RelationSet sorted(RelationSet set) {
  std::sort(set.begin(), set.end(), by_index);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

unsigned flipped(unsigned sign) {
  unsigned result = sign & Care;
  if ((sign & Positive) != 0) result |= Negative;
  if ((sign & Negative) != 0) result |= Positive;
  return result;
}

unsigned combined(unsigned outer, unsigned inner) {
  unsigned result = 0;
  if ((outer & Positive) != 0) result |= inner;
  if ((outer & Negative) != 0) result |= flipped(inner);
  if ((outer & Care) != 0) result |= Care;
  return result;
}

} // namespace

Dependencies::Dependencies(const Module& module)
    : on_stack_(module.relations.size()),
      formula_sets_(module.formulas.size()),
      occurrences_(module.relations.size()),
      occurrences_known_(module.relations.size()),
      body_relations_(module.relations.size()) {
  stack_numbers_.emplace(RelationSet{}, 0);
  for (const Relation& relation : module.relations)
    if (relation.body != nullptr) body_relations_[relation.index] = direct(relation.body);
}

void Dependencies::push(const Relation* relation) {
  on_stack_[relation->index] = true;
  stack_.insert(std::upper_bound(stack_.begin(), stack_.end(), relation, by_index), relation);
  stack_number_ = stack_numbers_.try_emplace(stack_, stack_numbers_.size()).first->second;
}

void Dependencies::pop(const Relation* relation) {
  on_stack_[relation->index] = false;
  std::erase(stack_, relation);
  stack_number_ = stack_numbers_.try_emplace(stack_, stack_numbers_.size()).first->second;
}

std::size_t Dependencies::intern(RelationSet set) {
  auto [position, inserted] = set_numbers_.try_emplace(set, sets_.size());
  if (inserted) sets_.push_back(std::move(set));
  return position->second;
}

std::size_t Dependencies::direct_set(const Formula* f) {
  std::size_t& known = formula_sets_[f->index];
  if (known != 0) return known - 1;
  RelationSet set;
  auto include = [&](const Formula* part) {
    const RelationSet& inner = sets_[direct_set(part)];
    set.insert(set.end(), inner.begin(), inner.end());
  };
  if (f->relation != nullptr) set.push_back(f->relation);
  for (const Argument& argument : f->arguments)
    if (argument.formula != nullptr) include(argument.formula);
  for (const Formula* kid : f->kids)
    include(kid);
  std::size_t number = intern(sorted(std::move(set)));
  known = number + 1;
  return number;
}

const RelationSet& Dependencies::direct(const Formula* f) {
  return sets_[direct_set(f)];
}

RelationSet Dependencies::reach(const RelationSet& from) const {
  RelationSet found;
  std::vector<bool> seen(on_stack_.size());
  std::vector<const Relation*> todo(from.begin(), from.end());
  while (!todo.empty()) {
    const Relation* relation = todo.back();
    todo.pop_back();
    if (seen[relation->index]) continue;
    seen[relation->index] = true;
    if (on_stack_[relation->index]) {
      found.push_back(relation);
      continue;
    }
    const RelationSet& next = body_relations_[relation->index];
    todo.insert(todo.end(), next.begin(), next.end());
  }
  return sorted(std::move(found));
}

const RelationSet& Dependencies::context(const Formula* f) {
  std::size_t set = direct_set(f);
  auto [position, inserted] = contexts_.try_emplace({stack_number_, set});
  if (inserted) position->second = reach(sets_[set]);
  return position->second;
}

void Dependencies::collect(const Formula* f, unsigned sign, Occurrences& found) {
  constexpr unsigned either = Positive | Negative;
  switch (f->kind) {
  case FormulaKind::Not:
    return collect(f->kids[0], flipped(sign), found);
  case FormulaKind::Apply:
    found[f->relation] |= sign;
    for (const Argument& argument : f->arguments)
      if (argument.formula != nullptr) collect(argument.formula, either, found);
    return;
  case FormulaKind::Iff:
    for (const Formula* kid : f->kids)
      collect(kid, either, found);
    return;
  case FormulaKind::Case:
    for (std::size_t i = 0; i < f->kids.size(); ++i)
      collect(f->kids[i], i % 2 == 0 ? either : sign, found);
    return;
  case FormulaKind::Assume:
  case FormulaKind::Cofactor:
    for (const Formula* kid : f->kids)
      collect(kid, Care, found);
    return;
  default:
    for (const Formula* kid : f->kids)
      collect(kid, sign, found);
  }
}

const Dependencies::Occurrences& Dependencies::occurrences(const Relation* relation) {
  Occurrences& found = occurrences_[relation->index];
  if (!occurrences_known_[relation->index]) {
    occurrences_known_[relation->index] = true;
    if (relation->body != nullptr) collect(relation->body, Positive, found);
  }
  return found;
}

const Dependencies::Recursion& Dependencies::recursion(const Relation* relation) {
  auto [position, inserted] = recursions_.try_emplace({stack_number_, relation->index});
  Recursion& result = position->second;
  if (!inserted) return result;
  // Signs of all paths that go neither through the stack nor twice through the relation itself.
  std::map<const Relation*, unsigned> signs;
  std::vector<std::pair<const Relation*, unsigned>> todo;
  auto visit = [&](const Relation* from, unsigned sign) {
    for (const auto& [next, inner] : occurrences(from)) {
      unsigned fresh = combined(sign, inner) & ~signs[next];
      if (fresh == 0) continue;
      signs[next] |= fresh;
      if (next != relation && !on_stack(next)) todo.emplace_back(next, fresh);
    }
  };
  visit(relation, Positive);
  while (!todo.empty()) {
    auto [next, sign] = todo.back();
    todo.pop_back();
    visit(next, sign);
  }
  for (const auto& [reached, sign] : signs) {
    if (reached == relation) {
      result.recursive = true;
      result.self_sign = sign;
    } else if (on_stack(reached)) {
      result.context.push_back(reached);
      result.context_sign |= sign;
    }
  }
  result.context = sorted(std::move(result.context));
  return result;
}

} // namespace kleene::calculus
