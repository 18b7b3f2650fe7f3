// SPDX-License-Identifier: Apache-2.0
#include "join.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace kleene::calculus {

namespace {
constexpr double impossible = std::numeric_limits<double>::infinity();
} // namespace

void Join::run(const Rule& rule, const Found& found) {
  run(rule, {}, found);
}

void Join::run(const Rule& rule, const Narrowing& narrowed, const Found& found) {
  narrowed_ = narrowed;
  found_ = &found;
  Bundle bundle;
  bundle.factors.reserve(rule.body.size());
  Task all = task(rule.body, &bundle, nullptr, nullptr);
  try {
    proceed(all);
  } catch (const NotPartitionable&) {
    std::fill(codes_.begin(), codes_.end(), open);
    throw;
  }
}

bool Join::satisfiable(const Rule& rule) {
  bool satisfied = false;
  run(rule,
      [&](const Bundle& bundle) { satisfied = satisfied || !recipes_.product(bundle).is_false(); });
  return satisfied;
}

Key Join::code(ColumnId column) const {
  if (is_open(column)) throw NotPartitionable("a formula leaves an enumeration open");
  return static_cast<Key>(codes_[column.index()]);
}

Join::Task Join::task(const Conjunction& atoms, Bundle* bundle, const Atom* group, Task* next) {
  constexpr std::size_t most = 64;
  if (atoms.size() > most) throw NotPartitionable("a formula has too many conjuncts");
  std::uint64_t all =
      atoms.size() == most ? ~std::uint64_t{0} : (std::uint64_t{1} << atoms.size()) - 1;
  return {&atoms, all, bundle, group, next};
}

void Join::proceed(Task& task) {
  if (++steps_ % 4096 == 0) manager_.budget().check();
  if (task.left == 0) return finish(task);
  double best = impossible;
  std::size_t chosen = 0;
  // What is narrowed, or cannot be satisfied, is not worth a comparison.
  for (std::uint64_t rest = task.left; rest != 0 && best >= 0; rest &= rest - 1) {
    auto i = static_cast<std::size_t>(std::countr_zero(rest));
    double rows = promise((*task.atoms)[i]);
    if (rows >= best) continue;
    best = rows;
    chosen = i;
  }
  if (best == impossible) throw NotPartitionable("a formula leaves an enumeration open");
  std::uint64_t bit = std::uint64_t{1} << chosen;
  task.left ^= bit;
  satisfy((*task.atoms)[chosen], task);
  task.left ^= bit;
}

void Join::finish(Task& task) {
  if (task.next == nullptr) return (*found_)(*task.bundle);
  if (task.group == nullptr) return proceed(*task.next);
  // Variables of the group are unknown behind it; others may have their places.
  std::vector<std::int64_t> codes;
  for (ColumnId column : task.group->quantified_columns)
    codes.push_back(std::exchange(codes_[column.index()], open));
  proceed(*task.next);
  for (std::size_t i = 0; i < codes.size(); ++i)
    codes_[task.group->quantified_columns[i].index()] = codes[i];
}

void Join::satisfy(const Atom& atom, Task& task) {
  switch (atom.kind) {
  case AtomKind::Never:
    return;
  case AtomKind::Apply:
    return apply(atom, task);
  case AtomKind::ColumnIs:
    if (atom.negative) {
      if (code(atom.column) != atom.code) proceed(task);
      return;
    }
    return with_code(atom.column, atom.code, task);
  case AtomKind::Same:
    return same(atom, task);
  case AtomKind::Data:
    task.bundle->factors.push_back({&atom, nullptr, 0, Bdd(), nullptr});
    proceed(task);
    task.bundle->factors.pop_back();
    return;
  case AtomKind::Group: {
    Bundle inner;
    inner.group = &atom;
    inner.factors.reserve(atom.inside[0].size());
    task.bundle->factors.push_back({nullptr, nullptr, 0, Bdd(), &inner});
    Task inside = this->task(atom.inside[0], &inner, &atom, &task);
    proceed(inside);
    task.bundle->factors.pop_back();
    return;
  }
  case AtomKind::Choice:
    for (const Conjunction& alternative : atom.inside) {
      bool wanted = !narrowed_here(atom)
                    || std::any_of(alternative.begin(), alternative.end(), [&](const Atom& a) {
                         return narrowed_here(a);
                       });
      if (!wanted) continue;
      Task inside = this->task(alternative, task.bundle, nullptr, &task);
      proceed(inside);
    }
    return;
  }
}

bool Join::narrowed_here(const Atom& atom) const {
  if (narrowed_.atom == nullptr) return false;
  return &atom == narrowed_.atom
         || std::find(atom.applies.begin(), atom.applies.end(), narrowed_.atom->number)
                != atom.applies.end();
}

void Join::with_code(ColumnId column, Key wanted, Task& task) {
  if (!is_open(column)) {
    if (code(column) == wanted) proceed(task);
    return;
  }
  codes_[column.index()] = static_cast<std::int64_t>(wanted);
  proceed(task);
  codes_[column.index()] = open;
}

void Join::same(const Atom& atom, Task& task) {
  std::vector<ColumnId> bound;
  bool holds = true;
  for (auto [a, b] : atom.same_columns) {
    if (!is_open(a) && !is_open(b)) {
      holds = holds && (code(a) == code(b)) != atom.negative;
      continue;
    }
    ColumnId missing = is_open(a) ? a : b;
    fix(missing, code(is_open(a) ? b : a));
    bound.push_back(missing);
  }
  if (holds) {
    task.bundle->factors.push_back({&atom, nullptr, 0, Bdd(), nullptr});
    proceed(task);
    task.bundle->factors.pop_back();
  }
  for (ColumnId column : bound)
    release(column);
}

Join::Selection Join::selection(const Atom& atom) const {
  Selection result;
  for (const KeyUse& use : atom.key) {
    if (use.column.valid() && is_open(use.column)) {
      result.complete = false;
      continue;
    }
    Key wanted = use.column.valid() ? code(use.column) : use.code;
    result.mask |= use.mask << use.shift;
    result.key |= wanted << use.shift;
  }
  return result;
}

std::optional<std::size_t> Join::sheet(const std::vector<SwitchUse>& switches) const {
  std::size_t number = 0;
  for (const SwitchUse& use : switches) {
    if (use.column.valid() && is_open(use.column)) return std::nullopt;
    bool on = use.column.valid() ? code(use.column) != 0 : use.on;
    number = number * 2 + (on ? 1 : 0);
  }
  return number;
}

void Join::apply(const Atom& atom, Task& task) {
  // Open switches take both values.
  for (const SwitchUse& use : atom.switches) {
    if (!use.column.valid() || !is_open(use.column)) continue;
    for (Key value : {0U, 1U}) {
      fix(use.column, value);
      apply(atom, task);
      release(use.column);
    }
    return;
  }
  PartValue& value = *relations_[atom.relation->index].value;
  if (atom.negative) return apply_negated(atom, task);
  if (value.full) return proceed(task);
  if (value.has_clauses) {
    Selection wanted = selection(atom);
    RowTable& rows = value.clause_rows;
    for (RowId row : rows.matching(wanted.mask, wanted.key))
      apply_row(atom, rows.key(row), {&atom, &value.clauses[row], row, Bdd(), nullptr}, task);
    return;
  }
  apply_sheet(atom, *sheet(atom.switches), task);
}

void Join::apply_sheet(const Atom& atom, std::size_t sheet, Task& task) {
  PartRelation& relation = relations_[atom.relation->index];
  std::shared_ptr<PartValue> value = relation.value; // may be exchanged on the way
  Selection wanted = selection(atom);
  auto visit = [&](RowId row, const Bdd& fact) {
    if (!fact.is_false())
      apply_row(atom, relation.rows.key(row), {&atom, nullptr, row, fact, nullptr}, task);
  };
  if (&atom == narrowed_.atom) {
    Key key = relation.rows.key(narrowed_.row);
    if (sheet == narrowed_.sheet && (key & wanted.mask) == wanted.key)
      visit(narrowed_.row, narrowed_.fact);
    return;
  }
  if (!atom.without.empty() && wanted.mask == 0) return apply_difference(atom, task);
  auto fact_of = [&](RowId row) {
    const Bdd& all = value->sheets[sheet].at(row);
    return atom.without.empty() ? all : all - value->sheets[*this->sheet(atom.without)].at(row);
  };
  if (wanted.complete) {
    if (auto row = relation.rows.find(wanted.key)) visit(*row, fact_of(*row));
    return;
  }
  if (wanted.mask == 0 && atom.without.empty()) return value->sheets[sheet].for_each(visit);
  // The table may grow meanwhile.
  const std::vector<RowId>& rows = relation.rows.matching(wanted.mask, wanted.key);
  for (std::size_t i = 0; i < rows.size(); ++i)
    visit(rows[i], fact_of(rows[i]));
}

void Join::apply_difference(const Atom& atom, Task& task) {
  PartRelation& relation = relations_[atom.relation->index];
  std::shared_ptr<PartValue> value = relation.value;
  const Parts& with = value->sheets[*sheet(atom.switches)];
  const Parts& without = value->sheets[*sheet(atom.without)];
  with.for_each_difference(without, [&](RowId row) {
    Bdd fact = with.at(row) - without.at(row);
    if (!fact.is_false())
      apply_row(atom, relation.rows.key(row), {&atom, nullptr, row, fact, nullptr}, task);
    return true;
  });
}

void Join::apply_row(const Atom& atom, Key key, Factor factor, Task& task) {
  std::array<ColumnId, 64> bound;
  std::size_t count = 0;
  bool fits = true;
  for (const KeyUse& use : atom.key) {
    Key here = key >> use.shift & use.mask;
    if (!use.column.valid()) {
      fits = fits && here == use.code;
    } else if (is_open(use.column)) {
      fix(use.column, here);
      bound[count++] = use.column;
    } else {
      fits = fits && code(use.column) == here;
    }
  }
  if (fits) {
    task.bundle->factors.push_back(std::move(factor));
    proceed(task);
    task.bundle->factors.pop_back();
  }
  while (count > 0)
    release(bound[--count]);
}

Bdd Join::negated(const Atom& atom, const Selection& wanted) {
  PartRelation& relation = relations_[atom.relation->index];
  PartValue& value = *relation.value;
  if (value.full) return Bdd(false);
  if (!value.has_clauses) {
    auto row = relation.rows.find(wanted.key);
    return row ? !value.sheets[*sheet(atom.switches)].at(*row) : Bdd(true);
  }
  Bdd sum;
  for (RowId row : value.clause_rows.matching(wanted.mask, wanted.key)) {
    Bdd clause = value.clauses[row].rest;
    for (auto [a, b] : value.clauses[row].equal)
      clause &= manager_.variable(BddVar(a)).iff(manager_.variable(BddVar(b)));
    sum |= clause;
  }
  return !sum;
}

void Join::apply_negated(const Atom& atom, Task& task) {
  Bdd fact = negated(atom, selection(atom));
  if (fact.is_false()) return;
  if (fact.is_true()) return proceed(task);
  task.bundle->factors.push_back({&atom, nullptr, 0, std::move(fact), nullptr});
  proceed(task);
  task.bundle->factors.pop_back();
}

// How many rows an atom is likely to have; the least comes first. What must wait for others is
// impossible now.
double Join::promise(const Atom& atom) {
  if (narrowed_here(atom)) return -1;
  switch (atom.kind) {
  case AtomKind::Never:
    return -2;
  case AtomKind::Apply:
    return promise_of_application(atom);
  case AtomKind::ColumnIs:
    return atom.negative && is_open(atom.column) ? impossible : 0;
  case AtomKind::Same:
    for (auto [a, b] : atom.same_columns)
      if (atom.negative ? is_open(a) || is_open(b) : is_open(a) && is_open(b)) return impossible;
    return 0;
  case AtomKind::Data:
    return 0;
  case AtomKind::Group:
  case AtomKind::Choice: {
    double sum = 0.5;
    for (const Conjunction& inner : atom.inside)
      sum += promise_of_all(inner);
    return sum;
  }
  }
  return impossible;
}

double Join::promise_of_all(const Conjunction& atoms) {
  double least = impossible;
  bool any = false;
  for (const Atom& atom : atoms) {
    if (atom.kind != AtomKind::Apply && atom.inside.empty()) continue;
    any = true;
    least = std::min(least, std::max(0.0, promise(atom)));
  }
  return any ? least : 0;
}

double Join::promise_of_application(const Atom& atom) {
  PartRelation& relation = relations_[atom.relation->index];
  PartValue& value = *relation.value;
  Selection wanted = selection(atom);
  if (atom.negative || value.full) return wanted.complete ? 0.1 : impossible;
  RowTable& rows = value.has_clauses ? value.clause_rows : relation.rows;
  std::size_t size = rows.size();
  if (!value.has_clauses) {
    size = 0;
    auto one = sheet(atom.switches);
    for (std::size_t s = 0; s < value.sheets.size(); ++s)
      if (!one || *one == s) size += value.sheets[s].count();
  }
  if (size == 0) return -1.5;
  if (!atom.without.empty() && wanted.mask == 0) return 0.2;
  if (wanted.mask == 0) return static_cast<double>(size);
  if (wanted.complete) return 0.3;
  return 0.3 + static_cast<double>(rows.size()) / static_cast<double>(rows.distinct(wanted.mask));
}

} // namespace kleene::calculus
