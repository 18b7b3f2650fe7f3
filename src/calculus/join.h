// SPDX-License-Identifier: Apache-2.0
// The control side of a join: finds the combinations of rows that satisfy a rule, each step going on
// with the atom that promises the fewest rows, and multiplies the data of each combination.
#pragma once
#include "kleene/support/budget.h"

#include <functional>

#include "recipe.h"

namespace kleene::calculus {

/// The value of a relation in parts: facts by row, a sheet for each combination of its switches; or
/// clauses that may share a key; or everything.
struct PartValue {
  bool full = false;
  bool has_clauses = false;
  RowTable clause_rows;
  std::vector<Clause> clauses; ///< by row
  std::vector<Parts> sheets;

  bool operator==(const PartValue& other) const {
    return full == other.full && has_clauses == other.has_clauses && sheets == other.sheets;
  }
};

/// A relation while it is used.
struct PartRelation {
  const Shape* shape = nullptr;
  RowTable rows; ///< of facts
  std::shared_ptr<PartValue> value;
};

class Join {
public:
  Join(const Control& control,
       Recipes& recipes,
       const BddManager& manager,
       std::vector<PartRelation>& relations)
      : control_(control),
        recipes_(recipes),
        manager_(manager),
        relations_(relations),
        codes_(control.column_count(), open) {}

  /// What a combination gives: the bundle is good for Recipes, columns have their codes.
  using Found = std::function<void(const Bundle&)>;
  void run(const Rule& rule, const Found& found);
  /// One application stands for these facts of one row only.
  struct Narrowing {
    const Atom* atom = nullptr;
    std::size_t sheet = 0;
    RowId row = 0;
    Bdd fact;
  };
  void run(const Rule& rule, const Narrowing& narrowed, const Found& found);
  /// Whether there is any combination with data.
  bool satisfiable(const Rule& rule);

  /// Fixes a column for the runs to come.
  void fix(ColumnId column, Key code) { codes_[column.index()] = static_cast<std::int64_t>(code); }
  void release(ColumnId column) { codes_[column.index()] = open; }
  /// In `found`: the code of a column. Throws NotPartitionable if the rule leaves it open.
  Key code(ColumnId column) const;

private:
  static constexpr std::int64_t open = -1;
  /// Atoms that are still to be satisfied, and what comes after them.
  struct Task {
    const Conjunction* atoms = nullptr;
    std::uint64_t left = 0; ///< one bit for each atom
    Bundle* bundle = nullptr;
    /// At the end of a group its columns are closed.
    const Atom* group = nullptr;
    Task* next = nullptr;
  };
  static Task task(const Conjunction& atoms, Bundle* bundle, const Atom* group, Task* next);
  struct Selection {
    Key mask = 0;
    Key key = 0;
    bool complete = true;
  };

  void proceed(Task& task);
  void finish(Task& task);
  void satisfy(const Atom& atom, Task& task);
  void apply(const Atom& atom, Task& task);
  void apply_sheet(const Atom& atom, std::size_t sheet, Task& task);
  void apply_row(const Atom& atom, Key key, Factor factor, Task& task);
  void apply_negated(const Atom& atom, Task& task);
  void apply_difference(const Atom& atom, Task& task);
  void same(const Atom& atom, Task& task);
  void with_code(ColumnId column, Key code, Task& task);
  Bdd negated(const Atom& atom, const Selection& wanted);
  double promise(const Atom& atom);
  double promise_of_application(const Atom& atom);
  double promise_of_all(const Conjunction& atoms);
  Selection selection(const Atom& atom) const;
  std::optional<std::size_t> sheet(const std::vector<SwitchUse>& switches) const;
  bool is_open(ColumnId column) const { return codes_[column.index()] == open; }
  /// Whether the atom is, or has inside, the one that is narrowed.
  bool narrowed_here(const Atom& atom) const;

  const Control& control_;
  Recipes& recipes_;
  const BddManager& manager_;
  std::vector<PartRelation>& relations_;
  std::vector<std::int64_t> codes_;
  Narrowing narrowed_;
  const Found* found_ = nullptr;
  std::size_t steps_ = 0;
};

} // namespace kleene::calculus
