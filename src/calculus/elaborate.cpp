// SPDX-License-Identifier: Apache-2.0
#include "elaborate.h"

#include <algorithm>

#include "bit_order.h"
#include "checker.h"

namespace kleene::calculus {

namespace {

std::string quoted(const std::string& name) {
  return "'" + name + "'";
}

std::size_t bits_for(std::size_t count) {
  std::size_t bits = 0;
  while ((std::size_t{1} << bits) < count)
    ++bits;
  return bits;
}

class Elaborator {
public:
  Elaborator(const SourceFiles& files, const Constants& constants)
      : files_(files),
        constants_(constants),
        module_(std::make_unique<Module>()),
        scope_(*module_),
        checker_(files, *module_, scope_) {}

  std::unique_ptr<Module> run(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements)
      std::visit([&](const auto& what) { add(statement, what); }, statement.what);
    check_abbreviations();
    close_traces();
    if (!statements.empty()) check_size(statements.back());
    return std::move(module_);
  }

private:
  void warn(const SourceRange& where, const std::string& message) {
    Diagnostic warning = Diagnostic::at(files_, where, ErrorKind::Parse, message);
    warning.severity = Severity::Warning;
    module_->warnings.push_back(std::move(warning));
  }

  void new_type(const Statement& statement, const std::string& name) {
    if (module_->types.find(name) != nullptr)
      fail(files_, statement.range, "type " + quoted(name) + " is already defined");
  }

  void add(const Statement& statement, const EnumDecl& declaration) {
    new_type(statement, declaration.name);
    Type type;
    type.kind = TypeKind::Enum;
    type.name = declaration.name;
    if (declaration.low) {
      long low = checker_.number(*declaration.low);
      long high = checker_.number(*declaration.high);
      if (high < low)
        fail(files_, statement.range, "the range of " + quoted(type.name) + " is empty");
      type.first_number = low;
      type.count = static_cast<std::size_t>(high - low) + 1;
    } else {
      for (const auto& [name, range] : declaration.constants) {
        if (type.code(name)) fail(files_, range, "constant " + quoted(name) + " occurs twice");
        type.add_constant(name);
      }
      type.count = type.constants.size();
    }
    type.bits = bits_for(type.count);
    type.full = type.count == std::size_t{1} << type.bits;
    module_->types.add(std::move(type));
  }

  void add(const Statement& statement, const ClassDecl& declaration) {
    new_type(statement, declaration.name);
    Type type;
    type.kind = TypeKind::Class;
    type.name = declaration.name;
    type.bits = 0;
    for (const VariableDecl& variable : declaration.components) {
      if (type.component(variable.name) != nullptr)
        fail(files_, variable.range, "component " + quoted(variable.name) + " occurs twice");
      const Type* part = checker_.type_of(variable);
      type.components.push_back({variable.name, part, type.bits});
      type.bits += part->bits;
      type.full = type.full && part->full;
      if (type.bits > 65'536) fail(files_, variable.range, "this class is too large");
    }
    type.bit_order = class_bit_order(
        type, declaration.order, [&](const OrderAdvice& advice, const std::string& message) {
          warn(advice.range, message);
        });
    module_->types.add(std::move(type));
  }

  void add(const Statement&, const VariableDecl& declaration) {
    if (scope_.find(declaration.name) != nullptr)
      fail(files_, declaration.range, quoted(declaration.name) + " is already declared");
    const Type* type = checker_.type_of(declaration);
    PlaceId place = scope_.add_own(declaration.name, type);
    module_->variables.push_back({declaration.name, type, place});
  }

  void add(const Statement& statement, const ConstDecl& declaration) {
    if (scope_.find(declaration.name) != nullptr)
      fail(files_, statement.range, quoted(declaration.name) + " is already declared");
    auto given = constants_.find(declaration.name);
    scope_.add_number(declaration.name,
                      given != constants_.end() ? given->second
                                                : checker_.number(*declaration.value));
  }

  void add(const Statement&, const RelationDecl& declaration) {
    std::size_t mark = scope_.size();
    std::vector<Formal> formals;
    for (const VariableDecl& variable : declaration.formals) {
      if (declaration.kind == RelationKind::Input && module_->types.find(variable.type) == nullptr)
        fail(files_,
             variable.type_range,
             "unknown type " + quoted(variable.type)
                 + "; the types of a program come with the option --program");
      const Type* type = checker_.type_of(variable);
      for (const Formal& earlier : formals)
        if (earlier.name == variable.name)
          fail(files_, variable.range, "parameter " + quoted(variable.name) + " occurs twice");
      formals.push_back({variable.name, type, scope_.add(variable.name, type)});
    }
    if (declaration.kind == RelationKind::Input) module_->declares_inputs = true;
    Relation& relation = declare(declaration, formals);
    note_advice(declaration, formals);
    if (declaration.body) {
      relation.formals = std::move(formals);
      relation.range = declaration.name_range;
      relation.body = checker_.formula(*declaration.body);
      relation.shown = checker_.take_shown();
    }
    scope_.shrink(mark);
  }

  static std::string signature(const std::vector<Formal>& formals) {
    std::string text;
    for (const Formal& formal : formals)
      text += (text.empty() ? "" : ", ") + formal.type->name;
    return "(" + text + ")";
  }

  Relation& declare(const RelationDecl& declaration, const std::vector<Formal>& formals) {
    auto [position, inserted] = module_->relation_by_name.try_emplace(declaration.name, nullptr);
    if (inserted) {
      Relation& relation = module_->relations.emplace_back();
      relation.kind = declaration.kind;
      relation.name = declaration.name;
      relation.index = module_->relations.size() - 1;
      relation.range = declaration.name_range;
      relation.formals = formals;
      position->second = &relation;
      return relation;
    }
    Relation& relation = *position->second;
    auto old_place = [&] { return " (" + files_.describe(relation.range) + ")"; };
    if (signature(relation.formals) != signature(formals))
      fail(files_,
           declaration.name_range,
           quoted(relation.name) + " was declared with parameters " + signature(relation.formals)
               + old_place() + ", here they are " + signature(formals));
    if (declaration.body && relation.body != nullptr)
      fail(files_,
           declaration.name_range,
           quoted(relation.name) + " is already defined" + old_place());
    bool input = declaration.kind == RelationKind::Input || relation.kind == RelationKind::Input;
    if (!input && declaration.kind != relation.kind)
      fail(files_,
           declaration.name_range,
           quoted(relation.name) + " was declared with another fixed point" + old_place());
    if (declaration.kind != RelationKind::Input) relation.kind = declaration.kind;
    return relation;
  }

  void note_advice(const RelationDecl& declaration, const std::vector<Formal>& formals) {
    auto type_of = [&](const std::string& name) -> const Type* {
      for (const Formal& formal : formals)
        if (formal.name == name) return formal.type;
      return nullptr;
    };
    for (const OrderAdvice& advice : declaration.order) {
      const Type* left = type_of(advice.left);
      const Type* right = type_of(advice.right);
      if ((left == nullptr && !advice.left.empty()) || right == nullptr)
        warn(advice.range,
             "this constraint does not name two parameters of " + quoted(declaration.name)
                 + "; it is ignored");
      else if (left != nullptr && left != right)
        module_->advice.push_back({advice.kind, left, right, advice.range});
    }
    if (contradictory(declaration.order))
      warn(declaration.order.front().range,
           "the allocation constraints of " + quoted(declaration.name) + " contradict each other");
  }

  void add(const Statement& statement, const QueryDecl& declaration) {
    Command command;
    command.kind = CommandKind::Query;
    command.range = statement.range;
    command.text = declaration.name;
    command.formula = checker_.formula(*declaration.formula);
    checker_.take_shown();
    module_->commands.push_back(std::move(command));
  }

  void add(const Statement& statement, const DirectiveDecl& declaration) {
    static const std::map<DirectiveKind, CommandKind> kinds{
        {DirectiveKind::OnsetSize, CommandKind::OnsetSize},
        {DirectiveKind::NodeCount, CommandKind::NodeCount},
        {DirectiveKind::Print, CommandKind::Print},
        {DirectiveKind::PrintStatistics, CommandKind::Statistics},
        {DirectiveKind::Counterexample, CommandKind::Counterexample},
        {DirectiveKind::Witness, CommandKind::Witness},
        {DirectiveKind::Reset, CommandKind::Reset},
        {DirectiveKind::Frontier, CommandKind::Frontier},
        {DirectiveKind::Timer, CommandKind::Timer},
        {DirectiveKind::Quit, CommandKind::Quit}};
    if (declaration.kind == DirectiveKind::NotDone) warn(statement.range, declaration.text);
    auto kind = kinds.find(declaration.kind);
    if (kind == kinds.end()) return;
    Command command;
    command.kind = kind->second;
    command.range = statement.range;
    bool words = command.kind == CommandKind::Frontier || command.kind == CommandKind::Timer;
    if (command.kind == CommandKind::Print || words) command.text = declaration.text;
    if (words && !is_known_word(command)) {
      warn(declaration.text_range,
           quoted(command.text) + " means nothing here, and changes nothing");
      return;
    }
    bool relation = command.kind == CommandKind::OnsetSize || command.kind == CommandKind::NodeCount
                    || command.kind == CommandKind::Reset;
    if (relation && !declaration.text.empty()) {
      command.relation = module_->find(declaration.text);
      if (command.relation == nullptr)
        fail(files_, declaration.text_range, "unknown relation " + quoted(declaration.text));
    }
    if (declaration.formula) command.formula = checker_.formula(*declaration.formula);
    checker_.take_shown();
    module_->commands.push_back(std::move(command));
  }

  /// `#timer;` tells the time, `#frontier;` means `#frontier on;`.
  static bool is_known_word(const Command& command) {
    static const std::array<std::string_view, 3> clock{"reset", "go", "stop"};
    if (command.text.empty()) return true;
    if (command.kind == CommandKind::Timer)
      return std::find(clock.begin(), clock.end(), command.text) != clock.end();
    return command.text == "on" || command.text == "off";
  }

  /// Decision diagrams are walked recursively, variable by variable.
  void check_size(const Statement& last) {
    std::size_t bits = 0;
    for (const VariablePlace& place : module_->places)
      bits += place.type->bits;
    if (bits > 10'000)
      fail(files_,
           last.range,
           "the variables up to here have " + std::to_string(bits)
               + " bits together; at most 10000 are supported");
  }

  /// Traces are about some values of the free variables.
  void close_traces() {
    for (Command& command : module_->commands) {
      bool negative = command.kind == CommandKind::Counterexample;
      if (command.kind != CommandKind::Witness && !negative) continue;
      if (negative) command.formula = module_->formulas.negate(command.formula);
      std::vector<PlaceId> free;
      for (const Formal* variable : free_variables(*module_, command.formula))
        free.push_back(variable->place);
      command.formula = module_->formulas.exists(std::move(free), command.formula);
    }
  }

  /// Relations without fixed point may not depend on themselves through their like alone.
  void check_abbreviations() {
    std::vector<int> state(module_->relations.size()); // 0 new, 1 open, 2 done
    auto visit = [&](auto&& self, const Relation& relation) -> void {
      if (relation.kind != RelationKind::Plain || relation.body == nullptr) return;
      if (state[relation.index] == 2) return;
      if (state[relation.index] == 1)
        fail(files_,
             relation.range,
             quoted(relation.name) + " is defined by itself: declare it 'mu' or 'nu'");
      state[relation.index] = 1;
      for (const Relation* next : mentions(*module_, relation.body).relations)
        self(self, *next);
      state[relation.index] = 2;
    };
    for (const Relation& relation : module_->relations)
      visit(visit, relation);
  }

  const SourceFiles& files_;
  const Constants& constants_;
  std::unique_ptr<Module> module_;
  Scope scope_;
  Checker checker_;
};

} // namespace

std::unique_ptr<Module> elaborate(const SourceFiles& files,
                                  const std::vector<Statement>& statements,
                                  const Constants& constants) {
  return Elaborator(files, constants).run(statements);
}

} // namespace kleene::calculus
