// SPDX-License-Identifier: Apache-2.0
#include "formula.h"

namespace kleene::calculus {

Formula& FormulaArena::make(FormulaKind kind) {
  Formula& f = formulas_.emplace_back();
  f.kind = kind;
  f.index = formulas_.size() - 1;
  return f;
}

const Formula* FormulaArena::constant(bool value) {
  const Formula*& shared = value ? true_ : false_;
  if (shared == nullptr) {
    Formula& f = make(FormulaKind::Constant);
    f.value = value;
    shared = &f;
  }
  return shared;
}

const Formula* FormulaArena::bit(const Reference& reference) {
  Formula& f = make(FormulaKind::Bit);
  f.left = reference;
  return &f;
}

const Formula* FormulaArena::equal_code(const Reference& reference, std::size_t code) {
  if (reference.type->kind == TypeKind::Bool)
    return code != 0 ? bit(reference) : negate(bit(reference));
  Formula& f = make(FormulaKind::EqualCode);
  f.left = reference;
  f.code = code;
  return &f;
}

const Formula* FormulaArena::equal(const Reference& left, const Reference& right) {
  if (left == right) return constant(true);
  Formula& f = make(FormulaKind::EqualParts);
  f.left = left;
  f.right = right;
  return &f;
}

const Formula* FormulaArena::nary(FormulaKind kind, const std::vector<const Formula*>& kids) {
  bool neutral = kind == FormulaKind::And;
  std::vector<const Formula*> flat;
  for (const Formula* kid : kids) {
    if (kid->is(neutral)) continue;
    if (kid->is(!neutral)) return kid;
    if (kid->kind == kind)
      flat.insert(flat.end(), kid->kids.begin(), kid->kids.end());
    else
      flat.push_back(kid);
  }
  if (flat.empty()) return constant(neutral);
  if (flat.size() == 1) return flat.front();
  Formula& f = make(kind);
  f.kids = std::move(flat);
  return &f;
}

const Formula* FormulaArena::conjunction(const std::vector<const Formula*>& kids) {
  return nary(FormulaKind::And, kids);
}

const Formula* FormulaArena::disjunction(const std::vector<const Formula*>& kids) {
  return nary(FormulaKind::Or, kids);
}

const Formula* FormulaArena::negate(const Formula* f) {
  std::vector<const Formula*> kids;
  switch (f->kind) {
  case FormulaKind::Constant:
    return constant(!f->value);
  case FormulaKind::Not:
    return f->kids[0];
  case FormulaKind::And:
  case FormulaKind::Or:
    for (const Formula* kid : f->kids)
      kids.push_back(negate(kid));
    return f->kind == FormulaKind::And ? disjunction(kids) : conjunction(kids);
  case FormulaKind::Iff:
    return iff(f->kids[0], negate(f->kids[1]));
  case FormulaKind::Case:
    for (std::size_t i = 0; i < f->kids.size(); i += 2) {
      kids.push_back(f->kids[i]);
      kids.push_back(negate(f->kids[i + 1]));
    }
    kids.push_back(constant(true));
    kids.push_back(constant(true));
    return cases(kids);
  default: {
    Formula& negated = make(FormulaKind::Not);
    negated.kids = {f};
    return &negated;
  }
  }
}

const Formula* FormulaArena::iff(const Formula* f, const Formula* g) {
  if (f->kind == FormulaKind::Constant) return f->value ? g : negate(g);
  if (g->kind == FormulaKind::Constant) return g->value ? f : negate(f);
  Formula& made = make(FormulaKind::Iff);
  made.kids = {f, g};
  return &made;
}

const Formula* FormulaArena::cases(const std::vector<const Formula*>& kids) {
  std::vector<const Formula*> kept;
  for (std::size_t i = 0; i < kids.size(); i += 2) {
    if (kids[i]->is(false)) continue;
    kept.push_back(kids[i]);
    kept.push_back(kids[i + 1]);
    if (kids[i]->is(true)) break;
  }
  if (kept.empty()) return constant(false);
  if (kept[0]->is(true)) return kept[1];
  if (kept.size() == 2) return conjunction({kept[0], kept[1]});
  Formula& f = make(FormulaKind::Case);
  f.kids = std::move(kept);
  return &f;
}

const Formula* FormulaArena::exists(std::vector<PlaceId> places, const Formula* body) {
  // Every type has a value, so a constant body keeps its value.
  if (body->kind == FormulaKind::Constant || places.empty()) return body;
  Formula& f = make(FormulaKind::Exists);
  f.places = std::move(places);
  f.kids = {body};
  return &f;
}

const Formula*
FormulaArena::apply(const Relation* relation, std::vector<Argument> arguments, SourceRange range) {
  Formula& f = make(FormulaKind::Apply);
  f.relation = relation;
  f.arguments = std::move(arguments);
  f.range = range;
  return &f;
}

const Formula* FormulaArena::care(FormulaKind kind, const Formula* f, const Formula* inside) {
  Formula& made = make(kind);
  made.kids = {f, inside};
  return &made;
}

} // namespace kleene::calculus
