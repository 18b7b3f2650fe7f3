// SPDX-License-Identifier: Apache-2.0
#include "threads.h"

#include "kleene/ir/liveness.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

#include "expressions.h"

namespace kleene::frontend::boolean {
namespace {

/// The entry procedure of a program with thread blocks: it assumes the initial condition.
ir::ProcId initial_procedure(Context& context) {
  ir::Procedure procedure;
  procedure.name = "init";
  while (context.program.find_procedure(procedure.name))
    procedure.name += "_";
  procedure.entry = procedure.add_location();
  procedure.exit = procedure.add_location();
  ir::ProcId id = context.program.add_procedure(std::move(procedure));
  ir::LocId from = context.program.procedure(id).entry;
  ir::LocId exit = context.program.procedure(id).exit;
  if (!context.tree.init.valid()) {
    context.program.procedure(id).add_edge(from, exit, ir::Skip{});
    return id;
  }
  const ast::Expr& condition = context.tree.expr(context.tree.init);
  ChoicePool pool(context, id);
  Expressions expressions(context, pool, [&](const ast::Expr& e) {
    std::optional<VarId> variable = context.global({}, e.name);
    if (e.kind == ast::ExprKind::Primed || !variable)
      fail(context, e.range, fmt::format("`{}` is no shared variable", e.name));
    return context.program.var(*variable);
  });
  Term term = expressions.term(context.tree.init);
  std::vector<VarId> choices = expressions.choices_inside({term});
  if (expressions.is_choice(term)) choices = variables_of(term);
  if (!choices.empty()) {
    ir::LocId chosen = context.program.procedure(id).add_location();
    context.program.procedure(id).add_edge(
        from, chosen, ir::Havoc{choices, ir::Choice::Input, "*", {}}, condition.range);
    from = chosen;
  }
  context.program.procedure(id).add_edge(
      from, exit, ir::Assume{term, ir::AssumeKind::Assumption}, condition.range);
  return id;
}

void find_thread_blocks(Context& context) {
  for (std::size_t t = 0; t < context.tree.threads.size(); ++t) {
    const ast::Name& name = context.tree.threads[t];
    auto earlier = context.tree.threads.begin() + static_cast<std::ptrdiff_t>(t);
    if (std::any_of(context.tree.threads.begin(), earlier, [&](const ast::Name& other) {
          return other.text == name.text;
        }))
      fail(context, name.range, fmt::format("there are two threads `{}`", name.text));
    auto main = context.threads[t].procedures.find("main");
    if (main == context.threads[t].procedures.end())
      fail(context, name.range, fmt::format("the thread `{}` has no procedure `main`", name.text));
    if (!context.program.procedure(main->second).parameters.empty())
      fail(context, name.range, fmt::format("the `main` of `{}` has parameters", name.text));
    context.program.threads.push_back(main->second);
  }
  context.program.entry = initial_procedure(context);
}

bool has_end_of_init(const ast::Program& tree) {
  return std::ranges::any_of(tree.stmts, [](const ast::Stmt& stmt) {
    return std::ranges::any_of(stmt.labels,
                               [](const ast::Name& label) { return label.text == "endinit"; });
  });
}

void find_getafix_threads(Context& context) {
  const ast::Program& tree = context.tree;
  std::set<std::string> called;
  for (const ast::Stmt& stmt : tree.stmts)
    if (stmt.kind == ast::StmtKind::Call) called.insert(stmt.callee.text);
  std::optional<VarId> atomic = context.global({}, "atomic");
  bool has_init = !tree.procedures.empty() && tree.procedures.front().name.text == "init"
                  && tree.procedures.front().parameters.empty() && !called.contains("init");
  if (!has_init || !(atomic || has_end_of_init(tree))) return;
  for (std::size_t p = 1; p < tree.procedures.size(); ++p) {
    const ast::Procedure& procedure = tree.procedures[p];
    if (called.contains(procedure.name.text)) continue;
    if (!procedure.parameters.empty())
      fail(context,
           procedure.name.range,
           fmt::format("`{}` is never called, so it is a thread, but it has parameters",
                       procedure.name.text));
    context.program.threads.push_back(ir::ProcId(p));
  }
  if (context.program.threads.empty()) return;
  context.program.entry = ir::ProcId(0);
  if (atomic) context.program.atomic = *atomic;
}

/// Terms with the variables of one procedure in place of those of another.
class Replacement {
public:
  Replacement(ir::Program& program, std::map<VarId, VarId> variables)
      : program_(program), variables_(std::move(variables)) {}

  VarId operator()(VarId v) const {
    auto found = variables_.find(v);
    return found == variables_.end() ? v : found->second;
  }

  Term operator()(Term term) {
    for_each_subterm(term, [&](Term t) {
      if (terms_.contains(t)) return;
      std::vector<Term> args;
      for (std::size_t i = 0; i < t.arity(); ++i)
        args.push_back(terms_.at(t.arg(i)));
      terms_[t] = t.is_variable() ? program_.var((*this)(t.variable()))
                                  : (args.empty() ? t : program_.terms->rebuild(t, args));
    });
    return terms_.at(term);
  }

  /// Of the kinds that Boolean programs are made of.
  ir::Statement operator()(ir::Statement statement) {
    auto variables = [&](std::vector<VarId>& list) {
      for (VarId& v : list)
        v = (*this)(v);
    };
    auto terms = [&](std::vector<Term>& list) {
      for (Term& t : list)
        t = (*this)(t);
    };
    if (auto* assign = std::get_if<ir::Assign>(&statement)) {
      variables(assign->targets);
      terms(assign->values);
    } else if (auto* assume = std::get_if<ir::Assume>(&statement)) {
      assume->condition = (*this)(assume->condition);
    } else if (auto* havoc = std::get_if<ir::Havoc>(&statement)) {
      variables(havoc->variables);
    } else if (auto* call = std::get_if<ir::Call>(&statement)) {
      variables(call->results);
      terms(call->arguments);
    } else if (auto* spawn = std::get_if<ir::Spawn>(&statement)) {
      terms(spawn->arguments);
    }
    return statement;
  }

private:
  ir::Program& program_;
  std::map<VarId, VarId> variables_;
  std::unordered_map<Term, Term> terms_;
};

std::vector<VarId> own_variables(const ir::Procedure& procedure) {
  std::vector<VarId> own = procedure.parameters;
  own.insert(own.end(), procedure.locals.begin(), procedure.locals.end());
  own.insert(own.end(), procedure.returns.begin(), procedure.returns.end());
  return own;
}

void set_arguments(Context& context, const Fork& fork) {
  std::vector<Term> arguments;
  for (VarId v : fork.handed_over)
    arguments.push_back(context.program.var(v));
  for (ir::Edge& edge : context.program.procedure(fork.procedure).edges)
    if (auto* spawn = std::get_if<ir::Spawn>(&edge.statement))
      if (spawn->callee == fork.copy) spawn->arguments = arguments;
}

void copy_procedure(Context& context, const Fork& fork) {
  const ir::Procedure original = context.program.procedure(fork.procedure);
  ir::Procedure copy = original;
  copy.name = context.program.procedure(fork.copy).name;
  copy.range = context.program.procedure(fork.copy).range;
  copy.entry = fork.start;
  copy.parameters.clear();
  copy.locals.clear();
  copy.returns.clear();
  std::map<VarId, VarId> variables;
  for (VarId v : own_variables(original)) {
    const ir::Variable& variable = context.program.variable(v);
    VarId twin = context.add_variable(
        variable.name, variable.display, fork.copy, variable.temporary, variable.range);
    variables[v] = twin;
    bool given = std::ranges::find(fork.handed_over, v) != fork.handed_over.end();
    (given ? copy.parameters : copy.locals).push_back(twin);
  }
  Replacement replace(context.program, std::move(variables));
  for (ir::Edge& edge : copy.edges)
    edge.statement = replace(std::move(edge.statement));
  context.program.procedure(fork.copy) = std::move(copy);
}

} // namespace

std::optional<VarId> Context::global(ast::ThreadIndex thread, const std::string& name) const {
  if (thread)
    if (auto own = threads[*thread].globals.find(name); own != threads[*thread].globals.end())
      return own->second;
  auto found = shared.globals.find(name);
  return found == shared.globals.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ir::ProcId> Context::procedure(ast::ThreadIndex thread,
                                             const std::string& name) const {
  if (thread)
    if (auto own = threads[*thread].procedures.find(name); own != threads[*thread].procedures.end())
      return own->second;
  auto found = shared.procedures.find(name);
  return found == shared.procedures.end() ? std::nullopt : std::optional(found->second);
}

VarId Context::atomic_flag(const SourceRange& range) {
  if (program.atomic.valid()) return program.atomic;
  program.atomic = add_variable("atomic", "atomic", {}, true, range);
  program.variable(program.atomic).initial = program.terms->truth(false);
  return program.atomic;
}

void find_threads(Context& context) {
  if (!context.tree.threads.empty())
    find_thread_blocks(context);
  else if (context.tree.init.valid())
    fail(context,
         context.tree.expr(context.tree.init).range,
         "`init` is for programs with `thread` blocks");
  else
    find_getafix_threads(context);
}

void hand_over_locals(Context& context, ir::ProcId procedure) {
  bool changed = true;
  while (changed) { // what one thread hands to another makes more variables live
    changed = false;
    for (Fork& fork : context.forks) {
      if (fork.procedure != procedure) continue;
      const ir::Procedure& body = context.program.procedure(procedure);
      std::vector<VarId> live = ir::Liveness(body, own_variables(body), {}).live_at(fork.start);
      changed = changed || live != fork.handed_over;
      fork.handed_over = std::move(live);
      set_arguments(context, fork);
    }
  }
}

void make_forks(Context& context) {
  for (const Fork& fork : context.forks)
    copy_procedure(context, fork);
}

void refuse_thread_locals(const Context& context) {
  if (!context.program.concurrent()) return;
  for (const ast::Global& global : context.tree.globals)
    if (global.thread_local_storage)
      throw LoweringError{Diagnostic::at(context.program.files,
                                         global.name.range,
                                         ErrorKind::Unsupported,
                                         "`thread_local` is not covered in a concurrent program")};
}

} // namespace kleene::frontend::boolean
