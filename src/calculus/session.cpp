// SPDX-License-Identifier: Apache-2.0
#include "kleene/calculus/session.h"

#include "kleene/support/invariant.h"

#include "elaborate.h"
#include "evaluator.h"
#include "lexer.h"
#include "parser.h"
#include "trace.h"

namespace kleene::calculus {

namespace {

/// So many satisfying assignments of a query with free variables are shown.
constexpr std::size_t max_assignments = 20;

TypedBlock part_of(const TypedBlock& whole, std::size_t offset, const Type* type) {
  return {type, whole.bits.part(offset, type->bits)};
}

/// Runs the commands of a module.
class Runner {
public:
  Runner(const Module& module, Evaluator& evaluator) : module_(module), evaluator_(evaluator) {}

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
      outcome.count = BigNatural(evaluator_.relation(command.relation).node_count());
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
      outcome.lines =
          trace(module_, evaluator_, command.formula, command.kind == CommandKind::Witness);
      break;
    case CommandKind::Reset:
      if (command.relation != nullptr)
        evaluator_.forget(command.relation);
      else
        evaluator_.forget_all();
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
    Bdd value = evaluator_.formula(command.formula);
    if (free.empty()) {
      KL_INVARIANT(value.is_constant(), "a closed formula should be true or false");
      outcome.value = value.is_true();
      return;
    }
    VarBlock all;
    for (const Formal* variable : free) {
      value &= evaluator_.layout().domain(variable->place);
      all = all + evaluator_.layout().block(variable->place);
    }
    outcome.count = count_assignments(value, all.set());
    for_each_assignment(value, all, [&](const std::vector<bool>& bits) {
      std::string line;
      std::size_t offset = 0;
      for (const Formal* variable : free) {
        line += (line.empty() ? "" : ", ") + variable->name + " = "
                + value_text(*variable->type, bits, offset);
        offset += variable->type->bits;
      }
      outcome.lines.push_back("(" + line + ")");
      return outcome.lines.size() < max_assignments;
    });
  }

  void onset_size(const Command& command, Outcome& outcome) {
    outcome.kind = OutcomeKind::OnsetSize;
    outcome.name = command.relation->name;
    Bdd value = evaluator_.relation(command.relation);
    VarSet variables;
    for (const Formal& formal : command.relation->formals)
      variables = variables | evaluator_.layout().block(formal.place).set();
    // Top-level variables in the body are parameters that the head does not name.
    variables = variables | value.support();
    outcome.count = count_assignments(value, variables);
  }

  void statistics(Outcome& outcome) {
    outcome.kind = OutcomeKind::Statistics;
    BddStatistics now = evaluator_.manager().statistics();
    outcome.lines = {std::to_string(now.variables) + " decision variables, "
                     + std::to_string(now.live_nodes) + " nodes, " + std::to_string(now.collections)
                     + " collections"};
  }

  const Module& module_;
  Evaluator& evaluator_;
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

std::vector<std::string> Session::open_inputs() const {
  std::vector<std::string> names;
  for (const Relation& relation : module_->relations)
    if (relation.kind == RelationKind::Input && relation.body == nullptr
        && !inputs_.contains(relation.name))
      names.push_back(relation.name);
  return names;
}

void Session::bind(const std::string& input, InputValue value) {
  const Relation* relation = module_->find(input);
  KL_INVARIANT(relation != nullptr && relation->kind == RelationKind::Input,
               input + " should be an input");
  inputs_[input] = std::move(value);
}

Result<std::vector<Outcome>> Session::evaluate(
    Budget& budget, Observer& observer, const std::function<void(const Outcome&)>& on_outcome) {
  BddManager manager(budget);
  Layout layout(manager, *module_);
  auto warn = [&](const Relation& relation, const std::string& message) {
    Diagnostic warning = Diagnostic::at(files_, relation.range, ErrorKind::Parse, message);
    warning.severity = Severity::Warning;
    warnings_.push_back(std::move(warning));
  };
  Evaluator evaluator(manager, *module_, layout, observer, warn);
  for (const auto& [name, value] : inputs_) {
    const Relation* relation = module_->find(name);
    std::vector<TypedBlock> formals;
    for (const Formal& formal : relation->formals)
      formals.push_back({formal.type, layout.block(formal.place)});
    evaluator.bind(relation, value(manager, formals));
  }
  std::vector<Outcome> outcomes;
  try {
    Runner runner(*module_, evaluator);
    for (const Command& command : module_->commands) {
      if (command.kind == CommandKind::Quit) break;
      Outcome outcome = runner.run(command);
      if (command.kind == CommandKind::Reset) continue;
      on_outcome(outcome);
      outcomes.push_back(std::move(outcome));
    }
  } catch (const NoValue& none) {
    return Diagnostic::at(files_, none.relation->range, ErrorKind::Unsupported, none.message);
  }
  return outcomes;
}

} // namespace kleene::calculus
