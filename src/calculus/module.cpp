// SPDX-License-Identifier: Apache-2.0
#include "module.h"

namespace kleene::calculus {

namespace {

void note_place(const Module& module, PlaceId place, Mentions& found) {
  if (place.valid() && module.places[place.index()].own) found.own_places.insert(place);
}

void collect(const Module& module, const Formula* f, Mentions& found) {
  note_place(module, f->left.place, found);
  note_place(module, f->right.place, found);
  if (f->relation != nullptr) found.relations.insert(f->relation);
  for (const Argument& argument : f->arguments) {
    if (argument.reference) note_place(module, argument.reference->place, found);
    if (argument.formula != nullptr) collect(module, argument.formula, found);
  }
  for (const Formula* kid : f->kids)
    collect(module, kid, found);
}

} // namespace

Mentions mentions(const Module& module, const Formula* f) {
  Mentions found;
  collect(module, f, found);
  return found;
}

std::vector<const Formal*> free_variables(const Module& module, const Formula* f) {
  Mentions all = mentions(module, f);
  std::vector<const Relation*> todo(all.relations.begin(), all.relations.end());
  while (!todo.empty()) {
    const Relation* relation = todo.back();
    todo.pop_back();
    if (relation->body == nullptr) continue;
    Mentions inner = mentions(module, relation->body);
    all.own_places.insert(inner.own_places.begin(), inner.own_places.end());
    for (const Relation* next : inner.relations)
      if (all.relations.insert(next).second) todo.push_back(next);
  }
  std::vector<const Formal*> result;
  for (const Formal& variable : module.variables)
    if (all.own_places.contains(variable.place)) result.push_back(&variable);
  return result;
}

} // namespace kleene::calculus
