// SPDX-License-Identifier: Apache-2.0
// The body of one procedure to its control-flow graph.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/diagnostic.h"

#include <map>
#include <set>

#include "ast.h"

namespace kleene::frontend::boolean {

/// A legal construct that is not covered, met at a location.
struct Unsupported {
  ir::ProcId procedure;
  ir::LocId location;
  Diagnostic diagnostic;
};

/// The globals and procedures that are declared outside of the thread blocks, or in one of them.
struct Names {
  std::map<std::string, VarId> globals;
  std::map<std::string, ir::ProcId> procedures;
};

/// A thread that starts in the middle of a procedure with a copy of its locals: `start_thread goto L`.
/// It runs a procedure of its own, made from the other one by `make_forks`.
struct Fork {
  ir::ProcId procedure;
  ir::LocId start;
  ir::ProcId copy;
  std::vector<VarId> handed_over;
};

/// What the procedures of a program have in common while they are lowered.
struct Context {
  Context(const ast::Program& syntax, ir::Program& result, bool mark)
      : tree(syntax), program(result), mark_statements(mark), threads(syntax.threads.size()) {}

  const ast::Program& tree;
  ir::Program& program;
  bool mark_statements; ///< see Options
  Names shared;
  std::vector<Names> threads; ///< per thread block
  std::vector<Fork> forks;
  std::vector<Diagnostic> warnings;
  std::vector<Unsupported> unsupported;

  Names& names(ast::ThreadIndex thread) { return thread ? threads[*thread] : shared; }
  /// As seen from a thread block, or from outside.
  std::optional<VarId> global(ast::ThreadIndex thread, const std::string& name) const;
  std::optional<ir::ProcId> procedure(ast::ThreadIndex thread, const std::string& name) const;
  /// The flag of atomic sections, made by need.
  VarId atomic_flag(const SourceRange& range);

  /// A new variable with a unique name that is an identifier.
  VarId add_variable(const std::string& prefix,
                     const std::string& display,
                     ir::ProcId owner,
                     bool temporary,
                     const SourceRange& range);
};

/// Thrown inside the lowering only; `lower` turns it into a Result.
struct LoweringError {
  Diagnostic diagnostic;
};
[[noreturn]] void
fail(const Context& context, const SourceRange& range, const std::string& message);

/// Fills a procedure whose name, parameters and returns are there already.
void lower_procedure(Context& context, const ast::Procedure& source, ir::ProcId id);

/// Removes locations that only skip on to another one. Labelled locations, targets, the exit, those
/// of `keep`, and loops of skips stay. Gives the new names of the old locations; invalid for removed
/// ones.
std::vector<ir::LocId> contract_skips(ir::Procedure& procedure, const std::set<ir::LocId>& keep);

} // namespace kleene::frontend::boolean
