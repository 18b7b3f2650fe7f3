// SPDX-License-Identifier: Apache-2.0
#include "kleene/calculus/session.h"

#include "kleene/support/invariant.h"

#include <ctime>
#include <iomanip>
#include <set>
#include <sstream>

#include "elaborate.h"
#include "evaluator.h"
#include "lexer.h"
#include "parser.h"
#include "partitioned.h"
#include "trace.h"

namespace kleene::calculus {

namespace {

/// So many satisfying assignments of a query with free variables are shown.
constexpr std::size_t max_assignments = 20;

TypedBlock part_of(const TypedBlock& whole, std::size_t offset, const Type* type) {
  return {type, whole.bits.part(offset, type->bits)};
}

/// The value of an input that is given by clauses.
Bdd sum_of(const BddManager& manager,
           const std::vector<InputClause>& clauses,
           const Relation& relation,
           const Control& control) {
  Bdd sum;
  for (const InputClause& clause : clauses) {
    Bdd part = clause.rest;
    for (auto [a, b] : clause.equal)
      part &= manager.variable(a).iff(manager.variable(b));
    std::size_t next = 0;
    for (const Formal& formal : relation.formals)
      for (ColumnId column : control.columns({formal.place, 0, formal.type}))
        part &= manager.equals(VarBlock(control.variables(column)), clause.codes[next++]);
    sum |= part;
  }
  return sum;
}

/// Both ways to values: in parts while that is possible, as a whole otherwise.
class Values {
public:
  Values(BddManager& manager,
         const Module& module,
         const Layout& layout,
         Observer& observer,
         const Evaluator::WarnFn& warn)
      : manager_(manager),
        module_(module),
        layout_(layout),
        whole_(manager, module, layout, observer, warn) {
    parts_ = std::make_unique<PartitionedEvaluator>(manager, module, layout, observer, warn);
  }

  void bind(const Relation* input, const Bdd& value) { whole_.bind(input, value); }
  void bind(const Relation* input, std::vector<InputClause> clauses) {
    try {
      if (parts_ != nullptr) parts_->bind(input, clauses);
    } catch (const NotPartitionable&) {
      parts_.reset();
    }
    clauses_.emplace_back(input, std::move(clauses));
  }
  void never_in_parts() { parts_.reset(); }
  /// Without frontiers, relations are evaluated as a whole, and round by round.
  void frontier(bool on) {
    frontier_ = on;
    whole_.frontier(on);
    forget(nullptr);
  }
  bool in_parts() const { return parts_ != nullptr; }

  bool holds(const Formula* f) {
    if (auto value = in_parts([&] { return parts_->holds(f); })) return *value;
    return whole().formula(f).is_true();
  }
  Bdd relation(const Relation* relation) {
    if (auto value = in_parts([&] { return parts_->relation(relation); })) return *value;
    return whole().relation(relation);
  }
  /// Visits the value of a relation in parts.
  void for_each_part(const Relation* relation, const RelationValues::Visit& visit) {
    bool done = in_parts([&] {
                  parts_->for_each_part(relation, visit);
                  return true;
                }).has_value();
    if (done) return;
    Control control(module_, layout_);
    std::vector<VarBlock> columns;
    for (const Formal& formal : relation->formals)
      if (formal.type->kind == TypeKind::Bool)
        columns.push_back(layout_.block(formal.place));
      else
        for (ColumnId column : control.columns({formal.place, 0, formal.type}))
          columns.emplace_back(control.variables(column));
    std::vector<std::size_t> codes;
    split(whole().relation(relation), columns, codes, visit);
  }
  void on_round(const RoundFn& told) {
    whole_.on_round(told);
    if (parts_ != nullptr) parts_->on_round(told);
  }
  void forget(const Relation* relation) {
    if (parts_ != nullptr) parts_->forget_all();
    if (relation != nullptr)
      whole_.forget(relation);
    else
      whole_.forget_all();
  }

  /// The evaluator that has no parts.
  Evaluator& whole() {
    if (clauses_.empty()) return whole_;
    Control control(module_, layout_);
    for (const auto& [input, clauses] : clauses_)
      whole_.bind(input, sum_of(manager_, clauses, *input, control));
    clauses_.clear();
    return whole_;
  }

private:
  void split(const Bdd& set,
             const std::vector<VarBlock>& columns,
             std::vector<std::size_t>& codes,
             const RelationValues::Visit& visit) {
    if (set.is_false()) return;
    if (codes.size() == columns.size()) return visit(codes, set);
    const VarBlock& column = columns[codes.size()];
    for (std::size_t code = 0; code < std::size_t{1} << column.size(); ++code) {
      Bdd part = set & manager_.equals(column, code);
      codes.push_back(code);
      split(part.exists(column.set()), columns, codes, visit);
      codes.pop_back();
    }
  }

  template <class Compute>
  auto in_parts(Compute compute) -> std::optional<decltype(compute())> {
    try {
      if (parts_ != nullptr && frontier_) return compute();
    } catch (const NotPartitionable&) {
      parts_.reset();
    }
    return std::nullopt;
  }

  BddManager& manager_;
  const Module& module_;
  const Layout& layout_;
  Evaluator whole_;
  std::unique_ptr<PartitionedEvaluator> parts_;
  bool frontier_ = true;
  std::vector<std::pair<const Relation*, std::vector<InputClause>>> clauses_; ///< not in whole_ yet
};

/// The values that `Session::at_end` gets.
class ValuesByName final : public RelationValues {
public:
  ValuesByName(const Module& module, const Layout& layout, Values& values)
      : module_(module), layout_(layout), values_(values) {}

  std::vector<TypedBlock> formals(const std::string& relation) override {
    std::vector<TypedBlock> result;
    for (const Formal& formal : found(relation).formals)
      result.push_back({formal.type, layout_.block(formal.place)});
    return result;
  }
  void for_each_part(const std::string& relation, const Visit& visit) override {
    values_.for_each_part(&found(relation), visit);
  }

private:
  const Relation& found(const std::string& name) const {
    const Relation* relation = module_.find(name);
    KL_INVARIANT(relation != nullptr, "there should be a relation " + name);
    return *relation;
  }

  const Module& module_;
  const Layout& layout_;
  Values& values_;
};

/// Whether a command has no outcome.
bool silent(const Command& command) {
  return command.kind == CommandKind::Reset || command.kind == CommandKind::Frontier
         || (command.kind == CommandKind::Timer && !command.text.empty());
}

/// Runs the commands of a module.
class Runner {
public:
  Runner(const Module& module,
         const BddManager& manager,
         const Layout& layout,
         Values& values,
         const ShowValue& show)
      : module_(module), manager_(manager), layout_(layout), values_(values), show_(show) {}

  Outcome run(const Command& command) {
    Outcome outcome;
    outcome.range = command.range;
    switch (command.kind) {
    case CommandKind::Query:
      query(command, outcome);
      break;
    case CommandKind::OnsetSize:
      onset_size(command, outcome);
      break;
    case CommandKind::NodeCount:
      outcome.kind = OutcomeKind::NodeCount;
      outcome.name = command.relation->name;
      outcome.count = BigNatural(values_.relation(command.relation).node_count());
      break;
    case CommandKind::Print:
      outcome.kind = OutcomeKind::Text;
      outcome.lines = {command.text};
      break;
    case CommandKind::Statistics:
      statistics(outcome);
      break;
    case CommandKind::Witness:
    case CommandKind::Counterexample:
      outcome.kind = OutcomeKind::Trace;
      outcome.lines = trace(
          module_, values_.whole(), command.formula, command.kind == CommandKind::Witness, show_);
      break;
    case CommandKind::Reset:
      values_.forget(command.relation);
      break;
    case CommandKind::Frontier:
      values_.frontier(command.text != "off");
      break;
    case CommandKind::Timer:
      timer(command, outcome);
      break;
    case CommandKind::Quit:
      break;
    }
    return outcome;
  }

private:
  void query(const Command& command, Outcome& outcome) {
    outcome.kind = OutcomeKind::Query;
    outcome.name = command.text;
    auto free = free_variables(module_, command.formula);
    if (free.empty()) {
      outcome.value = values_.holds(command.formula);
      return;
    }
    Bdd value = values_.whole().formula(command.formula);
    VarBlock all;
    for (const Formal* variable : free) {
      value &= layout_.domain(variable->place);
      all = all + layout_.block(variable->place);
    }
    outcome.count = count_assignments(value, all.set());
    for_each_assignment(value, all, [&](const std::vector<bool>& bits) {
      std::string line;
      std::size_t offset = 0;
      for (const Formal* variable : free) {
        line += (line.empty() ? "" : ", ") + variable->name + " = "
                + shown_value(show_, *variable->type, bits, offset);
        offset += variable->type->bits;
      }
      outcome.lines.push_back("(" + line + ")");
      return outcome.lines.size() < max_assignments;
    });
  }

  void onset_size(const Command& command, Outcome& outcome) {
    outcome.kind = OutcomeKind::OnsetSize;
    outcome.name = command.relation->name;
    Bdd value = values_.relation(command.relation);
    VarSet variables;
    for (const Formal& formal : command.relation->formals)
      variables = variables | layout_.block(formal.place).set();
    // Top-level variables in the body are parameters that the head does not name.
    variables = variables | value.support();
    outcome.count = count_assignments(value, variables);
  }

  void timer(const Command& command, Outcome& outcome) {
    std::clock_t now = std::clock();
    if (command.text == "reset") {
      passed_ = 0;
      if (started_) started_ = now;
    } else if (command.text == "go") {
      if (!started_) started_ = now;
    } else if (command.text == "stop") {
      if (started_) passed_ += now - *started_;
      started_.reset();
    } else {
      outcome.kind = OutcomeKind::Text;
      std::ostringstream text;
      std::clock_t running = started_ ? now - *started_ : 0;
      text << std::fixed << std::setprecision(3)
           << static_cast<double>(passed_ + running) / CLOCKS_PER_SEC;
      outcome.lines = {"timer: " + text.str() + " s of processor time"};
    }
  }

  void statistics(Outcome& outcome) {
    outcome.kind = OutcomeKind::Statistics;
    BddStatistics now = manager_.statistics();
    outcome.lines = {std::to_string(now.variables) + " decision variables, "
                     + std::to_string(now.live_nodes) + " nodes, " + std::to_string(now.collections)
                     + " collections"};
  }

  const Module& module_;
  const BddManager& manager_;
  const Layout& layout_;
  Values& values_;
  const ShowValue& show_;
  std::optional<std::clock_t> started_ = std::clock(); ///< nothing while the clock is stopped
  std::clock_t passed_ = 0;                            ///< before that
};

} // namespace

TypedBlock TypedBlock::component(const std::string& name) const {
  const Component* found = type->component(name);
  KL_INVARIANT(found != nullptr, "type " + type->name + " should have the component " + name);
  return part_of(*this, found->offset, found->type);
}

TypedBlock TypedBlock::element(std::size_t index) const {
  KL_INVARIANT(type->kind == TypeKind::Array && index < type->length,
               "an element should be inside its array");
  return part_of(*this, index * type->element->bits, type->element);
}

Session::Session(SourceFiles& files, std::unique_ptr<Module> module)
    : files_(files), module_(std::move(module)), warnings_(module_->warnings) {}

Session::~Session() = default;

Result<std::unique_ptr<Session>>
Session::read(SourceFiles& files, const std::vector<FileId>& order, const ReadOptions& options) {
  try {
    std::vector<Statement> statements;
    Loader load = options.load ? options.load : Loader(read_file);
    for (FileId file : order)
      parse(files, file, load, statements);
    auto module = elaborate(files, statements, options.constants);
    return std::unique_ptr<Session>(new Session(files, std::move(module)));
  } catch (InputError& error) {
    return std::move(error.diagnostic);
  }
}

const TypeTable& Session::types() const {
  return module_->types;
}

std::vector<RelationHead> Session::relations() const {
  std::vector<RelationHead> heads;
  for (const Relation& relation : module_->relations) {
    RelationHead& head = heads.emplace_back(relation.name);
    for (const Formal& formal : relation.formals)
      head.formals.push_back(formal.type->name);
    head.input = relation.kind == RelationKind::Input;
  }
  return heads;
}

std::vector<std::string> Session::open_inputs() const {
  std::vector<std::string> names;
  for (const Relation& relation : module_->relations)
    if (relation.kind == RelationKind::Input && relation.body == nullptr
        && !inputs_.contains(relation.name) && !clauses_.contains(relation.name))
      names.push_back(relation.name);
  return names;
}

void Session::bind(const std::string& input, InputValue value) {
  const Relation* relation = module_->find(input);
  KL_INVARIANT(relation != nullptr && relation->kind == RelationKind::Input,
               input + " should be an input");
  inputs_[input] = std::move(value);
}

void Session::bind(const std::string& input, InputClauses clauses) {
  const Relation* relation = module_->find(input);
  KL_INVARIANT(relation != nullptr && relation->kind == RelationKind::Input,
               input + " should be an input");
  clauses_[input] = std::move(clauses);
}

Result<std::vector<Outcome>> Session::evaluate(
    Budget& budget, Observer& observer, const std::function<void(const Outcome&)>& on_outcome) {
  BddManager manager(budget);
  Layout layout(manager, *module_);
  std::set<const Relation*> warned;
  auto warn = [&](const Relation& relation, const std::string& message) {
    if (!warned.insert(&relation).second) return;
    Diagnostic warning = Diagnostic::at(files_, relation.range, ErrorKind::Parse, message);
    warning.severity = Severity::Warning;
    warnings_.push_back(std::move(warning));
  };
  Values values(manager, *module_, layout, observer, warn);
  bool parts = partition_ == Partition::Always
               || (partition_ == Partition::Programs && module_->declares_inputs);
  if (!parts || !module_->variables.empty() || module_->asks_for_bits) values.never_in_parts();
  if (on_round_)
    values.on_round([this, begun = std::clock()](const Relation& relation,
                                                 std::size_t round,
                                                 const BigNatural& tuples,
                                                 std::size_t nodes) {
      double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
      on_round_({relation.name, round, tuples, nodes, seconds});
    });
  ValuesByName by_name(*module_, layout, values);
  for (const auto& [name, value] : inputs_) {
    const Relation* relation = module_->find(name);
    values.bind(relation, value(manager, by_name.formals(name)));
  }
  for (const auto& [name, clauses] : clauses_) {
    const Relation* relation = module_->find(name);
    values.bind(relation, clauses(manager, by_name.formals(name)));
  }
  std::vector<Outcome> outcomes;
  try {
    Runner runner(*module_, manager, layout, values, show_);
    for (const Command& command : module_->commands) {
      if (command.kind == CommandKind::Quit) break;
      Outcome outcome = runner.run(command);
      if (silent(command)) continue;
      on_outcome(outcome);
      outcomes.push_back(std::move(outcome));
    }
    if (at_end_) at_end_(by_name);
    in_parts_ = values.in_parts();
  } catch (const NoValue& none) {
    return Diagnostic::at(files_, none.relation->range, ErrorKind::Unsupported, none.message);
  }
  return outcomes;
}

} // namespace kleene::calculus
