// SPDX-License-Identifier: Apache-2.0
// Boolean programs (`.bp`) to ir::Program: the union of the dialects of BEBOP, MOPED, GETAFIX, SATABS
// and BoPP. Every variable is a Bool; globals and locals start arbitrary unless initialised; every
// `*` is a free choice of its own (a Havoc of an input, or a free branch).
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::frontend::boolean {

/// How operators bind, tightest first. The two families of tools disagree:
///   Getafix (also BEBOP, MOPED, BoPP)   = and !=,  &,  ^,  |,  =>
///   Satabs  (also BOPPO)                &,  |,  ^,  then =, != and => on one level, to the right
/// Where the readings differ in meaning, a warning says so.
enum class Dialect { Getafix, Satabs };

std::optional<Dialect> parse_dialect(std::string_view name);

struct Options {
  Dialect dialect = Dialect::Getafix;
  std::string entry = "main";
  /// The location where a statement begins is marked (ir::SourceMark), and stays even if the statement does
  /// nothing: executions can be counted in statements.
  bool mark_statements = false;
};

struct BooleanProgram {
  ir::Program program;
  std::vector<Diagnostic> warnings;
};

/// The error is of kind Parse (syntax, undeclared names, wrong numbers of values, no entry
/// procedure) or Unsupported (a concurrency construct that can be reached), with its place.
Result<BooleanProgram> read_boolean(const std::string& path, const Options& options);
/// The same for a text that is not on disk; `name` is what messages call it.
Result<BooleanProgram>
read_boolean_text(std::string name, std::string text, const Options& options);

/// What counts as an error unless the user says otherwise: failing asserts, and the labels ERROR and
/// SLIC_ERROR.
ir::TargetSelection default_targets();

} // namespace kleene::frontend::boolean
