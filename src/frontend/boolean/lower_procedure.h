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

/// What the procedures of a program have in common while they are lowered.
struct Context {
  const ast::Program& tree;
  ir::Program& program;
  std::map<std::string, VarId> globals;
  std::map<std::string, ir::ProcId> procedures;
  std::vector<Diagnostic> warnings;
  std::vector<Unsupported> unsupported;

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
