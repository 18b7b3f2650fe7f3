// SPDX-License-Identifier: Apache-2.0
#include "lower_procedure.h"

#include "kleene/ir/liveness.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>

#include "expressions.h"
#include "threads.h"

namespace kleene::frontend::boolean {
namespace {

using namespace ast;
using ir::LocId;

class Lowering {
public:
  Lowering(Context& context, const ast::Procedure& source, ir::ProcId id)
      : context_(context), source_(source), id_(id), pool_(context, id) {}

  void run() {
    procedure().entry = procedure().add_location();
    procedure().exit = procedure().add_location();
    first_unsupported_ = context_.unsupported.size();
    for (std::size_t i = 0; i < source_.parameters.size(); ++i)
      declare(source_.parameters[i], procedure().parameters[i]);
    collect(source_.body);
    fall_off(block(source_.body, enforce(procedure().entry, source_.name.range)));
    resolve_gotos();
    note_forks();
    contract();
    hand_over_locals(context_, id_);
    start_arbitrary();
  }

private:
  ir::Procedure& procedure() { return context_.program.procedure(id_); }
  TermManager& terms() { return *context_.program.terms; }
  [[noreturn]] void fail_at(const SourceRange& range, const std::string& message) {
    fail(context_, range, message);
  }
  void warn(const SourceRange& range, std::string message) {
    Diagnostic warning =
        Diagnostic::at(context_.program.files, range, ErrorKind::Parse, std::move(message));
    warning.severity = Severity::Warning;
    context_.warnings.push_back(std::move(warning));
  }

  // Names

  void declare(const Name& name, VarId variable) {
    if (name.text == "_") fail_at(name.range, "`_` stands for a discarded result and is no name");
    if (!locals_.emplace(name.text, variable).second)
      fail_at(name.range,
              fmt::format("`{}` is declared twice in `{}`", name.text, source_.name.text));
  }

  /// Local declarations hold in the whole procedure, and so do enforce and abortif.
  void collect(const std::vector<StmtId>& block) {
    for (StmtId id : block) {
      const Stmt& stmt = context_.tree.stmt(id);
      if (stmt.kind == StmtKind::Decl)
        for (const Name& name : stmt.names) {
          declare(name,
                  context_.add_variable(
                      source_.name.text + "." + name.text, name.text, id_, false, name.range));
          procedure().locals.push_back(locals_.at(name.text));
        }
      if (stmt.kind == StmtKind::Enforce || stmt.kind == StmtKind::AbortIf)
        invariants_.push_back(&stmt);
      collect(stmt.body);
      collect(stmt.otherwise);
    }
  }

  VarId find(const std::string& name, const SourceRange& range) {
    if (auto local = locals_.find(name); local != locals_.end()) return local->second;
    if (std::optional<VarId> global = context_.global(source_.thread, name)) return *global;
    fail_at(range, fmt::format("`{}` is not declared", name));
  }

  Term read(const Expr& expr) {
    if (expr.kind == ExprKind::Primed)
      fail_at(expr.range, "a primed variable makes sense only in the `constrain` of an assignment");
    return context_.program.var(find(expr.name, expr.range));
  }

  Expressions expressions() {
    return {context_, pool_, [this](const Expr& e) { return read(e); }};
  }

  // Edges

  LocId step(LocId from, ir::Statement statement, const SourceRange& range) {
    LocId to = procedure().add_location();
    procedure().add_edge(from, to, std::move(statement), range);
    return to;
  }

  LocId havoc(LocId from, std::vector<VarId> variables, const SourceRange& range) {
    auto known = std::ranges::partition(variables, [&](VarId v) { return pool_.is_unknown(v); });
    std::vector<VarId> unknown(variables.begin(), known.begin());
    variables.erase(variables.begin(), known.begin());
    from = havoc(from, std::move(unknown), ir::Choice::Unknown, range);
    return havoc(from, std::move(variables), ir::Choice::Input, range);
  }

  LocId
  havoc(LocId from, std::vector<VarId> variables, ir::Choice choice, const SourceRange& range) {
    if (variables.empty()) return from;
    std::string origin = context_.program.variable(variables.front()).display;
    return step(from, ir::Havoc{std::move(variables), choice, origin, {}}, range);
  }

  void guard(LocId from, LocId to, Term condition, const SourceRange& range) {
    if (condition.is_false()) return;
    if (condition.is_true())
      procedure().add_edge(from, to, ir::Skip{}, range);
    else
      procedure().add_edge(from, to, ir::Assume{condition, ir::AssumeKind::Guard}, range);
  }

  /// From `from` to `yes` where the condition holds and to `no` where it does not.
  void branch(LocId from, ExprId condition, LocId yes, LocId no, const SourceRange& range) {
    Expressions e = expressions();
    Term term = e.term(condition);
    if (e.is_choice(term)) {
      procedure().add_edge(from, yes, ir::Skip{}, range);
      procedure().add_edge(from, no, ir::Skip{}, range);
      return;
    }
    LocId decided = havoc(from, e.choices_inside({term}), range);
    if (decided != from) procedure().locations[decided.index()].interior = true;
    from = decided;
    guard(from, yes, term, range);
    guard(from, no, terms().negate(term), range);
  }

  LocId assume(LocId from, Expressions& e, Term condition, const SourceRange& range) {
    if (condition.is_true() || e.is_choice(condition)) return from;
    from = havoc(from, e.choices_inside({condition}), range);
    return step(from, ir::Assume{condition, ir::AssumeKind::Assumption}, range);
  }

  /// What `enforce` and `abortif` demand of the state after a statement.
  LocId enforce(LocId from, const SourceRange& range) {
    for (const Stmt* stmt : invariants_) {
      Expressions e = expressions();
      Term condition = e.term(stmt->condition);
      if (stmt->kind == StmtKind::AbortIf) condition = terms().negate(condition);
      from = assume(from, e, condition, range);
    }
    return from;
  }

  // Statements: each function takes the location before and returns the location after

  LocId block(const std::vector<StmtId>& statements, LocId from) {
    for (StmtId id : statements)
      from = labelled(context_.tree.stmt(id), from);
    return from;
  }

  LocId labelled(const Stmt& stmt, LocId from) {
    if (!stmt.labels.empty()) {
      LocId here = procedure().add_location();
      procedure().add_edge(from, here, ir::Skip{}, stmt.range);
      from = here;
      for (const Name& label : stmt.labels) {
        std::vector<std::string>& known = procedure().locations[from.index()].labels;
        if (std::ranges::find(known, label.text) == known.end()) {
          known.push_back(label.text);
          labels_[label.text].push_back(from);
        }
      }
    }
    mark(stmt, from);
    LocId to = atomic_statement(stmt, from);
    // What follows must not be an arrival at the label.
    return to == from && !stmt.labels.empty() ? step(to, ir::Skip{}, stmt.range) : to;
  }

  /// The statement begins here, if it is one that is executed.
  void mark(const Stmt& stmt, LocId from) {
    bool declares =
        stmt.kind == StmtKind::Enforce || stmt.kind == StmtKind::AbortIf
        || (stmt.kind == StmtKind::Decl && std::ranges::none_of(stmt.values, &ExprId::valid));
    if (!context_.mark_statements || declares) return;
    procedure().locations[from.index()].marks.push_back(
        {ir::SourceMark::Kind::Statement, stmt.range.file, stmt.range.begin});
  }

  void mark_taken(const Stmt& stmt, LocId to) {
    procedure().locations[to.index()].marks.push_back(
        {ir::SourceMark::Kind::Taken, stmt.range.file, stmt.range.begin});
  }

  static bool has_blocks(const Stmt& stmt) {
    return stmt.kind == StmtKind::If || stmt.kind == StmtKind::While
           || stmt.kind == StmtKind::Assert;
  }

  /// Between the edges that a statement becomes, no other thread runs.
  LocId atomic_statement(const Stmt& stmt, LocId from) {
    std::size_t first = procedure().locations.size();
    LocId to = statement(stmt, from);
    for (std::size_t l = first; l < procedure().locations.size() && !has_blocks(stmt); ++l)
      procedure().locations[l].interior = LocId(l) != to;
    return to;
  }

  LocId statement(const Stmt& stmt, LocId from) {
    switch (stmt.kind) {
    case StmtKind::Skip:
      return step(from, ir::Skip{}, stmt.range);
    case StmtKind::Enforce:
    case StmtKind::AbortIf:
      return from;
    case StmtKind::Decl:
      return declaration(stmt, from);
    case StmtKind::Assign:
      return assignment(stmt, from);
    case StmtKind::Call:
      return is_asynchronous(stmt) ? spawn(stmt, from) : call(stmt, from);
    case StmtKind::If:
      return if_statement(stmt, from);
    case StmtKind::While:
      return while_statement(stmt, from);
    case StmtKind::Goto:
      for (const Name& label : stmt.names)
        gotos_.push_back({from, &label});
      return procedure().add_location();
    case StmtKind::Return:
      return return_statement(stmt, from);
    case StmtKind::Assume: {
      Expressions e = expressions();
      return assume(from, e, e.term(stmt.condition), stmt.range);
    }
    case StmtKind::Assert:
      return assert_statement(stmt, from);
    case StmtKind::Dead:
      return dead(stmt, from);
    case StmtKind::StartThread:
      return start_thread(stmt, from);
    case StmtKind::EndThread:
      procedure().add_edge(from, procedure().exit, ir::EndThread{}, stmt.range);
      return procedure().add_location();
    case StmtKind::AtomicBegin:
    case StmtKind::AtomicEnd: {
      Term value = terms().truth(stmt.kind == StmtKind::AtomicBegin);
      return step(from, ir::Assign{{context_.atomic_flag(stmt.range)}, {value}}, stmt.range);
    }
    case StmtKind::Sync:
      return unsupported(from, stmt.range, fmt::format("`{}`", stmt.callee.text));
    }
    KL_INVARIANT(false, "every kind of statement should have a meaning");
  }

  LocId unsupported(LocId from, const SourceRange& range, const std::string& what) {
    note_unsupported(from, range, what);
    return step(from, ir::Skip{}, range);
  }

  void note_unsupported(LocId from, const SourceRange& range, const std::string& what) {
    context_.unsupported.push_back(
        {id_,
         from,
         Diagnostic::at(
             context_.program.files, range, ErrorKind::Unsupported, what + " is not covered")});
  }

  // Threads

  /// `ASYNC_1: f();` starts a thread.
  static bool is_asynchronous(const Stmt& stmt) {
    return std::ranges::any_of(stmt.labels,
                               [](const Name& l) { return l.text.starts_with("ASYNC_"); });
  }

  LocId start_thread(const Stmt& stmt, LocId from) {
    const Stmt& what = context_.tree.stmt(stmt.body.front());
    if (what.kind == StmtKind::Call) return spawn(what, from);
    if (what.kind != StmtKind::Goto)
      fail_at(what.range, "only a call or a goto can follow `start_thread`");
    if (what.names.size() != 1) fail_at(what.range, "a thread starts at one label");
    const std::string& label = what.names.front().text;
    auto [fork, fresh] = forks_.try_emplace(label);
    if (fresh) {
      ir::Procedure copy;
      copy.name = procedure().name + "@" + label;
      copy.range = what.names.front().range;
      fork->second = {&what.names.front(), context_.program.add_procedure(std::move(copy))};
    }
    return step(from, ir::Spawn{fork->second.copy, {}}, stmt.range);
  }

  LocId spawn(const Stmt& stmt, LocId from) {
    if (!stmt.names.empty())
      fail_at(stmt.range, "a thread runs by itself: its result cannot be assigned");
    std::vector<Term> agreements;
    ir::Call call = call_statement(stmt, from, agreements);
    from = havoc(from, choices_in(call.arguments), stmt.range);
    return enforce(step(from, ir::Spawn{call.callee, std::move(call.arguments)}, stmt.range),
                   stmt.range);
  }

  void note_forks() {
    for (const auto& [label, fork] : forks_) {
      const std::vector<LocId>& places = label_locations(*fork.label);
      if (places.size() > 1)
        fail_at(fork.label->range,
                fmt::format("the label `{}` stands at several places in `{}`, so that it is not "
                            "clear where this thread starts",
                            label,
                            source_.name.text));
      context_.forks.push_back({id_, places.front(), fork.copy, {}});
    }
  }

  LocId declaration(const Stmt& stmt, LocId from) {
    Writes writes(*this);
    for (std::size_t i = 0; i < stmt.names.size(); ++i)
      if (stmt.values[i].valid())
        writes.add(locals_.at(stmt.names[i].text), writes.expressions.term(stmt.values[i]));
    return writes.empty() ? from : enforce(writes.emit(from, stmt.range), stmt.range);
  }

  /// The targets and values of a parallel assignment. A value that is just `*` becomes a Havoc after
  /// the others are assigned. A target that occurs twice gets a value that is both: the new values
  /// are conditions on the next state, as in GETAFIX, so that there is no step if they differ.
  struct Writes {
    explicit Writes(Lowering& lowering) : owner(lowering), expressions(lowering.expressions()) {}
    void add(VarId target, Term value) {
      auto known = std::ranges::find(targets, target);
      if (known == targets.end()) {
        targets.push_back(target);
        values.push_back(value);
        return;
      }
      if (expressions.is_choice(value)) return;
      Term& first = values[static_cast<std::size_t>(known - targets.begin())];
      if (expressions.is_choice(first))
        first = value;
      else
        agreements.push_back(owner.terms().eq(first, value));
    }
    bool empty() const { return targets.empty(); }

    LocId emit(LocId from, const SourceRange& range) {
      std::vector<Term> terms = values;
      terms.insert(terms.end(), agreements.begin(), agreements.end());
      from = owner.havoc(from, expressions.choices_inside(terms), range);
      for (Term agreement : agreements)
        from = owner.step(from, ir::Assume{agreement, ir::AssumeKind::Assumption}, range);
      ir::Assign assign;
      std::vector<VarId> chosen;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        if (expressions.is_choice(values[i])) {
          chosen.push_back(targets[i]);
        } else {
          assign.targets.push_back(targets[i]);
          assign.values.push_back(values[i]);
        }
      }
      if (!assign.targets.empty()) from = owner.step(from, std::move(assign), range);
      return owner.havoc(from, std::move(chosen), range);
    }

    Lowering& owner;
    Expressions expressions;
    std::vector<VarId> targets;
    std::vector<Term> values;
    std::vector<Term> agreements;
  };

  /// The assigned variables; invalid where the value is discarded.
  std::vector<VarId> targets_of(const Stmt& stmt, LocId from) {
    std::vector<VarId> targets;
    for (const Name& name : stmt.names) {
      if (is_copy_in_other_threads(name)) {
        note_unsupported(
            from, name.range, fmt::format("`{}`, the variable of all other threads,", name.text));
        targets.emplace_back();
        continue;
      }
      targets.push_back(name.text == "_" ? VarId() : find(name.text, name.range));
      if (targets.back().valid() && std::ranges::count(targets, targets.back()) > 1)
        warn(name.range,
             fmt::format("`{}` is assigned twice in one statement, which goes on only where both "
                         "values are the same",
                         name.text));
    }
    return targets;
  }

  /// SATABS writes `x$` for the local `x` of the other threads.
  bool is_copy_in_other_threads(const Name& name) const {
    if (!name.text.ends_with('$')) return false;
    std::string base = name.text.substr(0, name.text.size() - 1);
    auto known = [&](const std::string& n) {
      return locals_.contains(n) || context_.global(source_.thread, n).has_value();
    };
    return !known(name.text) && known(base);
  }

  LocId assignment(const Stmt& stmt, LocId from) {
    std::vector<VarId> targets = targets_of(stmt, from);
    Writes writes(*this);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      Term value = writes.expressions.term(stmt.values[i]);
      if (targets[i].valid()) writes.add(targets[i], value);
    }
    if (!stmt.condition.valid())
      return writes.empty() ? from : enforce(writes.emit(from, stmt.range), stmt.range);
    return constrained(stmt, targets, writes, from);
  }

  /// `x := e constrain c`: in c, `'x` is the new x and `x` the old one, which is kept in a temporary.
  LocId
  constrained(const Stmt& stmt, const std::vector<VarId>& targets, Writes& writes, LocId from) {
    std::map<VarId, VarId> old_values;
    Expressions e(context_, pool_, [&](const Expr& expr) {
      VarId variable = find(expr.name, expr.range);
      bool overwritten = std::ranges::find(targets, variable) != targets.end();
      if (expr.kind == ExprKind::Primed || !overwritten) return context_.program.var(variable);
      auto [entry, fresh] = old_values.try_emplace(variable);
      if (fresh) entry->second = scratch(old_values.size() - 1, expr.range);
      return context_.program.var(entry->second);
    });
    Term condition = e.term(stmt.condition);
    for (auto [variable, old] : old_values)
      writes.add(old, context_.program.var(variable));
    from = assume(writes.emit(from, stmt.range), e, condition, stmt.range);
    return enforce(from, stmt.range);
  }

  /// Variables for old values and discarded results, shared between statements.
  VarId scratch(std::size_t index, const SourceRange& range) {
    while (scratch_.size() <= index) {
      scratch_.push_back(
          context_.add_variable(source_.name.text + ".scratch", "_", id_, true, range));
      procedure().locals.push_back(scratch_.back());
    }
    return scratch_[index];
  }

  LocId call(const Stmt& stmt, LocId from) {
    std::vector<Term> agreements;
    ir::Call statement = call_statement(stmt, from, agreements);
    from = havoc(from, choices_in(statement.arguments), stmt.range);
    from = step(from, std::move(statement), stmt.range);
    for (Term agreement : agreements)
      from = step(from, ir::Assume{agreement, ir::AssumeKind::Assumption}, stmt.range);
    return enforce(from, stmt.range);
  }

  /// The choice variables in the arguments of a call.
  std::vector<VarId> choices_in(const std::vector<Term>& arguments) const {
    std::vector<VarId> chosen;
    for (Term argument : arguments)
      for (VarId v : variables_of(argument))
        if (pool_.contains(v)) chosen.push_back(v);
    return chosen;
  }

  /// `agreements`: results that are assigned to one variable have to be equal.
  ir::Call call_statement(const Stmt& stmt, LocId from, std::vector<Term>& agreements) {
    std::optional<ir::ProcId> callee = context_.procedure(source_.thread, stmt.callee.text);
    if (!callee)
      fail_at(stmt.callee.range, fmt::format("there is no procedure `{}`", stmt.callee.text));
    const ir::Procedure& target = context_.program.procedure(*callee);
    if (target.parameters.size() != stmt.values.size())
      fail_at(stmt.range,
              fmt::format("`{}` takes {} arguments, but is given {}",
                          stmt.callee.text,
                          target.parameters.size(),
                          stmt.values.size()));
    if (!stmt.names.empty() && target.returns.size() != stmt.names.size())
      fail_at(stmt.range,
              fmt::format("`{}` has {} results, but {} are expected here",
                          stmt.callee.text,
                          target.returns.size(),
                          stmt.names.size()));
    Expressions e = expressions();
    ir::Call statement;
    statement.callee = *callee;
    for (ExprId argument : stmt.values)
      statement.arguments.push_back(e.term(argument));
    statement.results = targets_of(stmt, from);
    bool all_discarded = std::ranges::none_of(statement.results, [](VarId v) { return v.valid(); });
    if (all_discarded) statement.results.clear();
    std::set<VarId> assigned;
    std::size_t discarded = 0;
    for (VarId& result : statement.results) {
      if (result.valid() && assigned.insert(result).second) continue;
      VarId other = scratch(discarded++, stmt.range);
      if (result.valid())
        agreements.push_back(terms().eq(context_.program.var(result), context_.program.var(other)));
      result = other;
    }
    return statement;
  }

  LocId if_statement(const Stmt& stmt, LocId from) {
    LocId yes = procedure().add_location();
    LocId no = procedure().add_location();
    branch(from, stmt.condition, yes, no, stmt.range);
    mark_taken(stmt, yes);
    LocId after_yes = block(stmt.body, yes);
    LocId after_no = block(stmt.otherwise, no);
    procedure().add_edge(after_yes, after_no, ir::Skip{}, stmt.range);
    return after_no;
  }

  /// Every round arrives at the head again, and at its labels.
  LocId while_statement(const Stmt& stmt, LocId head) {
    LocId inside = procedure().add_location();
    LocId after = procedure().add_location();
    branch(head, stmt.condition, inside, after, stmt.range);
    mark_taken(stmt, inside);
    LocId end = block(stmt.body, inside);
    procedure().add_edge(end, head, ir::Skip{}, stmt.range);
    return after;
  }

  LocId assert_statement(const Stmt& stmt, LocId from) {
    LocId good = procedure().add_location();
    LocId bad = procedure().add_location();
    branch(from, stmt.condition, good, bad, stmt.range);
    procedure().locations[bad.index()].target = ir::Target{ir::TargetKind::Assertion, {}};
    procedure().add_edge(
        bad, procedure().exit, ir::Halt{ir::HaltKind::AssertionFailure, {}}, stmt.range);
    return good;
  }

  LocId dead(const Stmt& stmt, LocId from) {
    std::vector<VarId> variables;
    for (const Name& name : stmt.names)
      variables.push_back(find(name.text, name.range));
    std::ranges::sort(variables);
    variables.erase(std::ranges::unique(variables).begin(), variables.end());
    return enforce(havoc(from, std::move(variables), stmt.range), stmt.range);
  }

  LocId return_statement(const Stmt& stmt, LocId from) {
    const std::vector<VarId> results = procedure().returns;
    if (stmt.values.empty() && !results.empty()) {
      warn(stmt.range,
           fmt::format("`{}` returns without its result, which is arbitrary then",
                       source_.name.text));
      fall_off(from);
      return procedure().add_location();
    }
    if (stmt.values.size() != results.size())
      fail_at(stmt.range,
              fmt::format("`{}` has {} results, but {} are returned",
                          source_.name.text,
                          results.size(),
                          stmt.values.size()));
    Writes writes(*this);
    for (std::size_t i = 0; i < results.size(); ++i)
      writes.add(results[i], writes.expressions.term(stmt.values[i]));
    if (!writes.empty()) from = writes.emit(from, stmt.range);
    procedure().add_edge(from, procedure().exit, ir::Skip{}, stmt.range);
    return procedure().add_location();
  }

  /// The end of the procedure, reached without `return`: results are arbitrary.
  void fall_off(LocId from) {
    from = havoc(from, procedure().returns, source_.end);
    procedure().add_edge(from, procedure().exit, ir::Skip{}, source_.end);
  }

  const std::vector<LocId>& label_locations(const Name& label) {
    auto found = labels_.find(label.text);
    if (found == labels_.end())
      fail_at(label.range,
              fmt::format("there is no label `{}` in `{}`", label.text, source_.name.text));
    return found->second;
  }

  void resolve_gotos() {
    for (auto [from, label] : gotos_) {
      const std::vector<LocId>& places = label_locations(*label);
      if (places.size() > 1)
        warn(label->range,
             fmt::format("the label `{}` stands at several places in `{}`: this goto may lead to "
                         "each of them",
                         label->text,
                         source_.name.text));
      for (LocId to : places)
        procedure().add_edge(from, to, ir::Skip{}, label->range);
    }
  }

  void contract() {
    std::set<LocId> keep;
    for (std::size_t l = 0; l < procedure().locations.size(); ++l)
      if (!procedure().locations[l].marks.empty()) keep.insert(LocId(l));
    for (std::size_t i = first_unsupported_; i < context_.unsupported.size(); ++i)
      keep.insert(context_.unsupported[i].location);
    std::vector<LocId> renamed = contract_skips(procedure(), keep);
    for (std::size_t i = first_unsupported_; i < context_.unsupported.size(); ++i)
      context_.unsupported[i].location = renamed[context_.unsupported[i].location.index()];
    for (Fork& fork : context_.forks)
      if (fork.procedure == id_) fork.start = renamed[fork.start.index()];
  }

  /// Locals that may be read before they are written start arbitrary.
  void start_arbitrary() {
    std::vector<VarId> own = procedure().locals;
    own.insert(own.end(), procedure().returns.begin(), procedure().returns.end());
    LocId body = procedure().entry;
    std::vector<VarId> arbitrary =
        ir::Liveness(procedure(), own, procedure().returns).live_at(body);
    if (arbitrary.empty()) return;
    procedure().entry = procedure().add_location();
    procedure().add_edge(procedure().entry,
                         body,
                         ir::Havoc{std::move(arbitrary), ir::Choice::Input, "decl", {}},
                         source_.name.range);
  }

  struct Goto {
    LocId from;
    const Name* label;
  };

  Context& context_;
  const ast::Procedure& source_;
  ir::ProcId id_;
  ChoicePool pool_;
  std::map<std::string, VarId> locals_;
  std::vector<const Stmt*> invariants_;
  std::map<std::string, std::vector<LocId>> labels_;
  std::vector<Goto> gotos_;
  std::vector<VarId> scratch_;
  /// Threads that start at a label of this procedure.
  struct ForkTo {
    const Name* label = nullptr;
    ir::ProcId copy;
  };
  std::map<std::string, ForkTo> forks_;
  std::size_t first_unsupported_ = 0;
};

} // namespace

void lower_procedure(Context& context, const ast::Procedure& source, ir::ProcId id) {
  Lowering(context, source, id).run();
}

} // namespace kleene::frontend::boolean
