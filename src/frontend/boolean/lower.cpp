// SPDX-License-Identifier: Apache-2.0
#include "lower.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "lower_procedure.h"
#include "threads.h"

namespace kleene::frontend::boolean {
namespace {

bool identifier_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
         || c == '.';
}

/// A name that stands for a predicate, `{x == y}`, as an identifier.
std::string as_identifier(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return !identifier_character(c); }, '_');
  if (name.empty() || (name.front() >= '0' && name.front() <= '9')) name.insert(0, 1, '_');
  return name;
}

void declare_globals(Context& context) {
  for (const ast::Global& global : context.tree.globals) {
    const std::string& name = global.name.text;
    auto& known = context.names(global.thread).globals;
    if (known.contains(name))
      fail(context, global.name.range, fmt::format("`{}` is declared twice", name));
    VarId id = context.add_variable(name, name, {}, false, global.name.range);
    known[name] = id;
    if (!global.initial.valid()) continue;
    const ast::Expr& initial = context.tree.expr(global.initial);
    if (initial.kind == ast::ExprKind::Choice) continue;
    if (initial.kind != ast::ExprKind::Constant)
      fail(context, initial.range, "a global can start only with a constant or `*`");
    context.program.variable(id).initial = context.program.terms->truth(initial.value);
  }
}

void declare_procedures(Context& context) {
  for (const ast::Procedure& source : context.tree.procedures) {
    const std::string& name = source.name.text;
    auto& known = context.names(source.thread).procedures;
    if (known.contains(name))
      fail(context, source.name.range, fmt::format("the procedure `{}` is defined twice", name));
    ir::Procedure procedure;
    procedure.name = source.thread ? context.tree.threads[*source.thread].text + "." + name : name;
    procedure.range = source.name.range;
    ir::ProcId id = context.program.add_procedure(std::move(procedure));
    known[name] = id;
    for (const ast::Name& parameter : source.parameters) {
      VarId variable = context.add_variable(
          name + "." + parameter.text, parameter.text, id, false, parameter.range);
      context.program.procedure(id).parameters.push_back(variable);
    }
    for (std::size_t i = 0; i < source.returns; ++i) {
      VarId variable =
          context.add_variable(name + ".result",
                               source.returns == 1 ? "result" : fmt::format("result {}", i + 1),
                               id,
                               true,
                               source.name.range);
      context.program.procedure(id).returns.push_back(variable);
    }
  }
}

/// The locations that control can reach from the entry of the program, whatever the values are.
std::vector<std::vector<bool>> reached_locations(const ir::Program& program) {
  std::vector<std::vector<bool>> reached;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing;
  for (const ir::Procedure& procedure : program.procedures) {
    reached.emplace_back(procedure.locations.size(), false);
    outgoing.push_back(procedure.outgoing());
  }
  std::vector<std::pair<ir::ProcId, ir::LocId>> work;
  auto visit = [&](ir::ProcId p, ir::LocId l) {
    if (reached[p.index()][l.index()]) return;
    reached[p.index()][l.index()] = true;
    work.emplace_back(p, l);
  };
  visit(program.entry, program.procedure(program.entry).entry);
  for (ir::ProcId thread : program.threads)
    visit(thread, program.procedure(thread).entry);
  while (!work.empty()) {
    auto [p, l] = work.back();
    work.pop_back();
    for (std::size_t e : outgoing[p.index()][l.index()]) {
      const ir::Edge& edge = program.procedure(p).edges[e];
      if (std::holds_alternative<ir::Halt>(edge.statement)) continue;
      if (const auto* call = std::get_if<ir::Call>(&edge.statement))
        visit(call->callee, program.procedure(call->callee).entry);
      if (const auto* spawn = std::get_if<ir::Spawn>(&edge.statement))
        visit(spawn->callee, program.procedure(spawn->callee).entry);
      visit(p, edge.to);
    }
  }
  return reached;
}

std::optional<Diagnostic> first_unsupported(const Context& context) {
  if (context.unsupported.empty()) return std::nullopt;
  std::vector<std::vector<bool>> reached = reached_locations(context.program);
  for (const Unsupported& u : context.unsupported)
    if (reached[u.procedure.index()][u.location.index()]) return u.diagnostic;
  return std::nullopt;
}

std::optional<Diagnostic> find_entry(Context& context, const std::string& entry) {
  if (context.program.entry.valid()) return std::nullopt;
  auto found = context.shared.procedures.find(entry);
  if (found == context.shared.procedures.end())
    return Diagnostic::error(ErrorKind::Parse,
                             fmt::format("there is no procedure `{}` to start with", entry));
  context.program.entry = found->second;
  return std::nullopt;
}

} // namespace

void fail(const Context& context, const SourceRange& range, const std::string& message) {
  throw LoweringError{Diagnostic::at(context.program.files, range, ErrorKind::Parse, message)};
}

VarId Context::add_variable(const std::string& prefix,
                            const std::string& display,
                            ir::ProcId owner,
                            bool temporary,
                            const SourceRange& range) {
  ir::Variable variable;
  variable.name = program.fresh_name(as_identifier(prefix));
  variable.display = display;
  variable.type = Type::boolean();
  variable.owner = owner;
  variable.temporary = temporary;
  variable.range = range;
  return program.add_variable(std::move(variable));
}

Result<BooleanProgram>
lower(const ast::Program& tree, ir::Program program, const Options& options) {
  Context context(tree, program, options.mark_statements);
  try {
    declare_globals(context);
    declare_procedures(context);
    find_threads(context);
    for (std::size_t i = 0; i < tree.procedures.size(); ++i)
      lower_procedure(context, tree.procedures[i], ir::ProcId(i));
    make_forks(context);
    refuse_thread_locals(context);
  } catch (LoweringError& error) {
    return std::move(error.diagnostic);
  }
  if (auto problem = find_entry(context, options.entry)) return *problem;
  if (auto problem = first_unsupported(context)) return *problem;
  return BooleanProgram{std::move(program), std::move(context.warnings)};
}

} // namespace kleene::frontend::boolean
