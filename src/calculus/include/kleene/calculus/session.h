// SPDX-License-Identifier: Apache-2.0
// The fixed-point calculus from C++: read formula files, bind the relations that they take as input,
// and evaluate what they ask for. The language is described in doc/calculus.md.
#pragma once
#include "kleene/bdd/cubes.h"
#include "kleene/bdd/manager.h"
#include "kleene/calculus/types.h"
#include "kleene/support/budget.h"
#include "kleene/support/observer.h"
#include "kleene/support/result.h"
#include "kleene/support/source.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kleene::calculus {

struct Module;

/// The decision variables of a typed value.
struct TypedBlock {
  const Type* type = nullptr;
  VarBlock bits;

  /// A component of a class; requires that there is one of that name.
  TypedBlock component(const std::string& name) const;
  TypedBlock element(std::size_t index) const;
};

/// Computes the value of an input relation over the given formals. Codes that are no values of their
/// type are cut off afterwards.
using InputValue = std::function<Bdd(BddManager&, const std::vector<TypedBlock>& formals)>;

/// A disjunct of an input relation: what its enumerations are, which of its bools are equal, and a
/// condition on the bools. Bools that no clause mentions are free.
struct InputClause {
  /// The codes of all enumerations in the formals, in the order of the formals and their components.
  /// Enumerations of one value are left out.
  std::vector<std::size_t> codes;
  std::vector<std::pair<BddVar, BddVar>> equal;
  Bdd rest{true};
};
/// Computes an input relation as the disjunction of clauses. Its formals must be of class types.
using InputClauses =
    std::function<std::vector<InputClause>(BddManager&, const std::vector<TypedBlock>& formals)>;

/// Whether relations are kept in parts, one for each combination of values of their enumerations.
/// The results are the same; for programs parts are faster.
enum class Partition {
  Programs, ///< if the file takes inputs, and its formulas permit it
  Always,   ///< if its formulas permit it
  Never,
};

enum class OutcomeKind { Query, OnsetSize, NodeCount, Text, Statistics, Trace };

/// What one statement of the file leads to.
struct Outcome {
  OutcomeKind kind = OutcomeKind::Query;
  SourceRange range;
  /// The name of the query or relation; may be empty.
  std::string name;
  /// The truth value of a closed query.
  std::optional<bool> value;
  /// Onset size, nodes, or the number of satisfying assignments of a query with free variables.
  std::optional<BigNatural> count;
  /// Text, steps of a trace, or the first satisfying assignments.
  std::vector<std::string> lines;
};

/// Other words for a value of a class: of its type and its bits from an offset on. Nothing where it has none.
using ShowValue = std::function<std::optional<std::string>(
    const Type& type, const std::vector<bool>& bits, std::size_t offset)>;

/// A relation of a file.
struct RelationHead {
  std::string name;
  /// The names of the types of its formals.
  std::vector<std::string> formals;
  bool input = false;
};

/// What relations are worth once all statements were run; lives as long as its decision diagrams.
class RelationValues {
public:
  using Visit = std::function<void(const std::vector<std::size_t>& codes, const Bdd& data)>;
  virtual ~RelationValues() = default;
  /// Requires a relation of that name, as does the next one.
  virtual std::vector<TypedBlock> formals(const std::string& relation) = 0;
  /// Visits a value in parts: the codes of formals of type bool and of all enumerations with more than one
  /// value, in the order of the formals and their components, and the set of the other bits. A part may
  /// come in several pieces.
  virtual void for_each_part(const std::string& relation, const Visit& visit) = 0;
};

/// A fixed point in the course of its iteration.
struct Round {
  std::string relation;
  std::size_t number = 0;
  BigNatural tuples;
  std::size_t nodes = 0; ///< of decision diagrams
  double seconds = 0;    ///< of processor time since the evaluation began
};

struct ReadOptions {
  /// Values for `const` declarations, as given by -D.
  std::map<std::string, long> constants;
  /// How `#load` reads; the default reads from disk.
  std::function<ReadFile(const std::string& path)> load;
};

class Session {
public:
  /// Reads files one after the other as if they were one; they are in `files` already, which must
  /// outlive the session.
  static Result<std::unique_ptr<Session>>
  read(SourceFiles& files, const std::vector<FileId>& order, const ReadOptions& options = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const TypeTable& types() const;
  /// In the order of the text.
  std::vector<RelationHead> relations() const;
  /// Names of input relations that nothing defines yet.
  std::vector<std::string> open_inputs() const;
  /// Requires an input relation of that name.
  void bind(const std::string& input, InputValue value);
  void bind(const std::string& input, InputClauses clauses);
  void partition(Partition partition) { partition_ = partition; }

  /// How traces and assignments name values; without it, component by component.
  void show_values(ShowValue show) { show_ = std::move(show); }
  /// Called by `evaluate` when all statements were run. What it asks for is evaluated then.
  void at_end(std::function<void(RelationValues&)> use) { at_end_ = std::move(use); }
  /// Told of every round of a fixed point; where relations are followed row by row, of the steps 1, 2, 4, 8, …
  /// and the last one.
  void on_round(std::function<void(const Round&)> told) { on_round_ = std::move(told); }

  /// Runs all statements in order and hands each outcome over as soon as it is there. The error says
  /// why some relation has no value. Throws ResourceOut. May be called again.
  Result<std::vector<Outcome>> evaluate(
      Budget& budget,
      Observer& observer,
      const std::function<void(const Outcome&)>& on_outcome = [](const Outcome&) {});

  /// Whether the last evaluation kept relations in parts to its end.
  bool in_parts() const { return in_parts_; }

  /// So far, from reading and evaluating.
  const std::vector<Diagnostic>& warnings() const { return warnings_; }

private:
  Session(SourceFiles& files, std::unique_ptr<Module> module);

  SourceFiles& files_;
  std::unique_ptr<Module> module_;
  std::map<std::string, InputValue> inputs_;
  std::map<std::string, InputClauses> clauses_;
  Partition partition_ = Partition::Programs;
  bool in_parts_ = false;
  ShowValue show_;
  std::function<void(RelationValues&)> at_end_;
  std::function<void(const Round&)> on_round_;
  std::vector<Diagnostic> warnings_;
};

} // namespace kleene::calculus
