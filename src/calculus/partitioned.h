// SPDX-License-Identifier: Apache-2.0
// The second way to values: relations in parts (rows.h), one for each combination of values of their
// enumerations. For programs this means explicit control and symbolic data. Rules are joined from the
// side that has the fewest rows (join.h), frame conditions cost nothing (recipe.h), least fixed points
// work on what is new, row by row, and rounds of other fixed points cost what they change.
//
// The values are those of the evaluator (evaluator.h). Formulas that cannot be followed in parts throw
// NotPartitionable: those in which an enumeration is not bound by a relation, or that mix enumerations
// and data under a negation.
#pragma once
#include "kleene/calculus/session.h"
#include "kleene/support/observer.h"

#include <chrono>
#include <functional>
#include <map>
#include <set>

#include "dependencies.h"
#include "join.h"
#include "rounds.h"

namespace kleene::calculus {

class PartitionedEvaluator {
public:
  using WarnFn = std::function<void(const Relation&, const std::string&)>;

  PartitionedEvaluator(BddManager& manager,
                       const Module& module,
                       const Layout& layout,
                       Observer& observer,
                       WarnFn warn);
  ~PartitionedEvaluator();

  void bind(const Relation* input, std::vector<InputClause> clauses);
  /// The truth of a closed formula.
  bool holds(const Formula* f);
  /// The value of a relation over its formals, as one diagram.
  Bdd relation(const Relation* relation);
  /// Visits the parts of a relation: the codes of its enumerations, in the order of the formals, and
  /// the data. A part may come in several pieces.
  void for_each_part(
      const Relation* relation,
      const std::function<void(const std::vector<std::size_t>& codes, const Bdd& data)>& visit);
  void forget_all();
  void on_round(RoundFn told) { on_round_ = std::move(told); }

private:
  using Value = std::shared_ptr<PartValue>;
  struct Known {
    std::vector<Value> context;
    Value value;
  };
  class Stacked;
  /// Relations that depend on each other positively, solved together.
  struct System;

  Value value_of(const Relation* relation);
  std::vector<Value> context_of(const Relation* relation);
  Value compute(const Relation* relation, const Dependencies::Recursion& recursion);
  Value clauses(const Relation* relation);
  Value rounds(const Relation* relation);
  Value body(const Relation* relation);
  /// The least values of relations that depend on each other, positively.
  void solve(const std::vector<const Relation*>& members);
  std::vector<const Relation*> joint_members(const Relation* relation);
  void derive(System& system, const Rule& rule, const Join::Narrowing& narrowing);
  bool copies_a_sheet(const Rule& rule, std::size_t sheet, PartValue& value);
  class FixedSwitches;
  std::pair<std::size_t, Key> head_place(const Relation& relation) const;
  struct Rules {
    std::vector<std::unique_ptr<Rule>> all;
    std::vector<const Relation*> applied; ///< by any of them, each once
  };
  const Rules& rules(const Relation* relation);
  /// Gives the relations that some rules apply their present values.
  void prepare(const std::vector<const Relation*>& applied);
  void run_for_sheets(const Rule& rule, const Join::Narrowing& narrowing, const Join::Found& found);
  Value empty_value(const Relation* relation);
  /// Whether a positive rule was in vain for these values of its relations, by which rows they have.
  bool in_vain(const Rule& rule, std::size_t sheet) const;
  void note_in_vain(const Rule& rule, std::size_t sheet);
  void progress(const Relation* relation, std::size_t round);
  void tell_round(const Relation* relation, std::size_t round, const PartValue& value);

  BddManager& manager_;
  const Module& module_;
  const Layout& layout_;
  Observer& observer_;
  WarnFn warn_;
  Dependencies dependencies_;
  Control control_;
  RuleCompiler compiler_;
  Recipes recipes_;
  std::vector<PartRelation> relations_;
  Join join_;
  std::vector<std::optional<Known>> known_;
  std::vector<Value> bound_;
  std::vector<const Relation*> stack_;
  std::set<const Relation*> in_work_;
  std::map<const Relation*, Rules> rules_;
  using Occupied = std::vector<std::uint64_t>;
  /// By rule and sheet of its head: the rows with which nothing fitted together, by relation and sheet.
  std::map<std::pair<const Rule*, std::size_t>, std::vector<Occupied>> in_vain_;
  RoundFn on_round_;
  std::vector<bool> warned_;
  std::chrono::steady_clock::time_point last_report_;
};

} // namespace kleene::calculus
