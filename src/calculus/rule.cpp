// SPDX-License-Identifier: Apache-2.0
#include "rule.h"

#include <algorithm>

namespace kleene::calculus {

const Shape& RuleCompiler::shape(const Relation& relation) {
  auto known = shapes_.find(&relation);
  if (known == shapes_.end()) known = shapes_.emplace(&relation, Shape(control_, relation)).first;
  return known->second;
}

std::vector<std::unique_ptr<Rule>> RuleCompiler::rules(const Relation& relation) {
  std::vector<const Formula*> disjuncts =
      relation.body->kind == FormulaKind::Or ? relation.body->kids : std::vector{relation.body};
  std::vector<std::unique_ptr<Rule>> result;
  for (const Formula* f : disjuncts) {
    result.push_back(query(f));
    result.back()->head = &relation;
  }
  return result;
}

std::unique_ptr<Rule> RuleCompiler::query(const Formula* f) {
  auto rule = std::make_unique<Rule>();
  add(f, rule->body);
  find_differences(rule->body);
  collect(rule->body, rule->applies, rule->relations);
  rule->positive = rule->applies.size() == rule->relations.size()
                   && std::all_of(rule->applies.begin(), rule->applies.end(), [](const Atom* atom) {
                        return atom->without.empty();
                      });
  return rule;
}

Atom RuleCompiler::atom(AtomKind kind) {
  Atom made;
  made.kind = kind;
  made.number = next_++;
  return made;
}

void RuleCompiler::collect(const Conjunction& conjunction,
                           std::vector<const Atom*>& applies,
                           std::vector<const Relation*>& relations) {
  for (const Atom& atom : conjunction) {
    if (atom.kind == AtomKind::Apply) {
      if (!atom.negative) applies.push_back(&atom);
      relations.push_back(atom.relation);
    }
    for (const Conjunction& inner : atom.inside)
      collect(inner, applies, relations);
  }
}

bool RuleCompiler::is_data(const Formula* f) const {
  switch (f->kind) {
  case FormulaKind::Apply:
  case FormulaKind::Exists:
  case FormulaKind::EqualCode:
  case FormulaKind::Assume:
  case FormulaKind::Cofactor:
    return false;
  case FormulaKind::Bit:
    return control_.columns(f->left).empty();
  case FormulaKind::EqualParts:
    return control_.columns(f->left).empty() && control_.columns(f->right).empty();
  default:
    return std::all_of(
        f->kids.begin(), f->kids.end(), [&](const Formula* kid) { return is_data(kid); });
  }
}

Bdd RuleCompiler::data(const Formula* f) const {
  auto kid = [&](std::size_t i) { return data(f->kids[i]); };
  Bdd result;
  switch (f->kind) {
  case FormulaKind::Constant:
    return Bdd(f->value);
  case FormulaKind::Bit:
    return manager_.variable(layout_.bits(f->left)[0]);
  case FormulaKind::EqualParts:
    return manager_.equals(VarBlock(layout_.bits(f->left)), VarBlock(layout_.bits(f->right)));
  case FormulaKind::Not:
    return !kid(0);
  case FormulaKind::And:
    result = Bdd(true);
    for (std::size_t i = 0; i < f->kids.size(); ++i)
      result &= kid(i);
    return result;
  case FormulaKind::Or:
    for (std::size_t i = 0; i < f->kids.size(); ++i)
      result |= kid(i);
    return result;
  case FormulaKind::Iff:
    return kid(0).iff(kid(1));
  case FormulaKind::Case:
    for (std::size_t i = f->kids.size(); i > 0; i -= 2)
      result = ite(kid(i - 2), kid(i - 1), result);
    return result;
  default:
    throw NotPartitionable("a condition on data alone was expected");
  }
}

void RuleCompiler::add_data(const Formula* f, Conjunction& to) {
  Atom made = atom(AtomKind::Data);
  made.data = data(f);
  if (made.data.is_true()) return;
  if (made.data.is_false()) made.kind = AtomKind::Never;
  for (BddVar v : made.data.support().variables())
    made.support.push_back(static_cast<Bit>(v.index()));
  to.push_back(std::move(made));
}

void RuleCompiler::add_column(const Reference& reference,
                              std::size_t code,
                              bool negative,
                              Conjunction& to) {
  std::vector<ColumnId> columns = control_.columns(reference);
  bool one_value = columns.empty(); // an enumeration of one value is no column
  if (one_value && !negative) return;
  Atom made = atom(one_value ? AtomKind::Never : AtomKind::ColumnIs);
  if (!one_value) made.column = columns[0];
  made.code = code;
  made.negative = negative;
  to.push_back(std::move(made));
}

void RuleCompiler::add_equality(const Formula* f, bool negative, Conjunction& to) {
  std::vector<ColumnId> left = control_.columns(f->left);
  std::vector<ColumnId> right = control_.columns(f->right);
  std::vector<Bit> left_bits = control_.bits(f->left);
  std::vector<Bit> right_bits = control_.bits(f->right);
  if (left.size() != right.size())
    throw NotPartitionable("a bool variable is compared with a component");
  if (negative && (left.size() != 1 || !left_bits.empty()))
    throw NotPartitionable("states are compared by !=");
  Atom made = atom(AtomKind::Same);
  made.negative = negative;
  for (std::size_t i = 0; i < left.size(); ++i)
    made.same_columns.emplace_back(left[i], right[i]);
  for (std::size_t i = 0; i < left_bits.size(); ++i)
    made.same_bits.emplace_back(left_bits[i], right_bits[i]);
  to.push_back(std::move(made));
}

Atom RuleCompiler::application(const Formula* f, bool negative) {
  const Relation& relation = *f->relation;
  const Shape& shape = this->shape(relation);
  Atom made = atom(AtomKind::Apply);
  made.relation = &relation;
  made.negative = negative;
  std::size_t next_key = 0;
  for (std::size_t i = 0; i < f->arguments.size(); ++i) {
    const Argument& argument = f->arguments[i];
    const Formal& formal = relation.formals[i];
    Reference whole{formal.place, 0, formal.type};
    if (argument.formula != nullptr) throw NotPartitionable("a formula is an argument");
    std::vector<ColumnId> actual;
    if (argument.reference) actual = control_.columns(*argument.reference);
    std::size_t columns = control_.columns(whole).size();
    if (argument.reference && actual.size() != columns)
      throw NotPartitionable("a component is the value of a bool parameter");
    bool is_switch = formal.type->kind == TypeKind::Bool;
    if (is_switch)
      made.switches.push_back(argument.code ? SwitchUse{ColumnId(), *argument.code != 0}
                                            : SwitchUse{actual[0], false});
    for (std::size_t c = 0; !is_switch && c < columns; ++c) {
      const Shape::Column& column = shape.columns[next_key++];
      made.key.push_back({column.shift,
                          column.mask,
                          argument.code ? ColumnId() : actual[c],
                          argument.code ? static_cast<Key>(*argument.code) : 0});
    }
    if (!argument.reference) continue;
    std::vector<Bit> formal_bits = control_.bits(whole);
    std::vector<Bit> actual_bits = control_.bits(*argument.reference);
    for (std::size_t bit = 0; bit < formal_bits.size(); ++bit)
      made.bits.emplace_back(formal_bits[bit], actual_bits[bit]);
  }
  return made;
}

void RuleCompiler::add_nested(AtomKind kind,
                              const std::vector<const Formula*>& kids,
                              Atom made,
                              Conjunction& to) {
  made.kind = kind;
  for (const Formula* kid : kids) {
    made.inside.emplace_back();
    add(kid, made.inside.back());
    find_differences(made.inside.back());
    std::vector<const Atom*> applies;
    std::vector<const Relation*> relations;
    collect(made.inside.back(), applies, relations);
    for (const Atom* apply : applies)
      made.applies.push_back(apply->number);
  }
  to.push_back(std::move(made));
}

void RuleCompiler::add(const Formula* f, Conjunction& to) {
  if (is_data(f) && f->kind != FormulaKind::And && f->kind != FormulaKind::EqualParts
      && f->kind != FormulaKind::Iff)
    return add_data(f, to);
  switch (f->kind) {
  case FormulaKind::And:
    for (const Formula* kid : f->kids)
      add(kid, to);
    return;
  case FormulaKind::Or:
    return add_nested(AtomKind::Choice, f->kids, atom(AtomKind::Choice), to);
  case FormulaKind::Exists: {
    Atom group = atom(AtomKind::Group);
    for (PlaceId place : f->places) {
      Reference whole{place, 0, layout_.type(place)};
      for (ColumnId column : control_.columns(whole))
        group.quantified_columns.push_back(column);
      for (Bit bit : control_.bits(whole))
        group.quantified.push_back(bit);
    }
    return add_nested(AtomKind::Group, f->kids, std::move(group), to);
  }
  case FormulaKind::Apply:
    to.push_back(application(f, false));
    return;
  case FormulaKind::Not:
    return add_negated(f->kids[0], to);
  case FormulaKind::Bit:
    return add_column(f->left, 1, false, to);
  case FormulaKind::EqualCode:
    return add_column(f->left, f->code, false, to);
  case FormulaKind::EqualParts:
    return add_equality(f, false, to);
  case FormulaKind::Iff: {
    bool bits = f->kids[0]->kind == FormulaKind::Bit && f->kids[1]->kind == FormulaKind::Bit;
    if (!is_data(f)) throw NotPartitionable("conditions that are not on data alone are compared");
    if (!bits) return add_data(f, to);
    Atom made = atom(AtomKind::Same);
    made.same_bits.emplace_back(control_.bits(f->kids[0]->left)[0],
                                control_.bits(f->kids[1]->left)[0]);
    to.push_back(std::move(made));
    return;
  }
  default:
    throw NotPartitionable("a formula mixes enumerations and data");
  }
}

void RuleCompiler::add_negated(const Formula* f, Conjunction& to) {
  switch (f->kind) {
  case FormulaKind::Apply:
    to.push_back(application(f, true));
    return;
  case FormulaKind::Bit:
    return add_column(f->left, 0, false, to);
  case FormulaKind::EqualCode:
    return add_column(f->left, f->code, true, to);
  case FormulaKind::EqualParts:
    return add_equality(f, true, to);
  default:
    throw NotPartitionable("a quantifier is negated");
  }
}

void RuleCompiler::find_differences(Conjunction& conjunction) {
  auto constant = [](const std::vector<SwitchUse>& switches) {
    return std::none_of(
        switches.begin(), switches.end(), [](const SwitchUse& s) { return s.column.valid(); });
  };
  auto same_key = [](const Atom& a, const Atom& b) {
    return std::equal(
        a.key.begin(), a.key.end(), b.key.begin(), b.key.end(), [](const auto& x, const auto& y) {
          return x.column == y.column && x.code == y.code;
        });
  };
  for (Atom& kept : conjunction) {
    if (kept.kind != AtomKind::Apply || kept.negative || kept.switches.empty()
        || !kept.without.empty())
      continue;
    auto taken = std::find_if(conjunction.begin(), conjunction.end(), [&](const Atom& other) {
      return other.kind == AtomKind::Apply && other.negative && other.relation == kept.relation
             && constant(other.switches) && constant(kept.switches) && same_key(other, kept)
             && other.bits == kept.bits;
    });
    if (taken == conjunction.end()) continue;
    kept.without = taken->switches;
    conjunction.erase(taken);
    return find_differences(conjunction);
  }
}

} // namespace kleene::calculus
