// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <fmt/core.h>

#include "lexer.h"
#include "lower.h"
#include "parser.h"

namespace kleene::frontend::boolean {

std::optional<Dialect> parse_dialect(std::string_view name) {
  if (name == "getafix" || name == "bebop" || name == "moped") return Dialect::Getafix;
  if (name == "satabs" || name == "boppo") return Dialect::Satabs;
  return std::nullopt;
}

ir::TargetSelection default_targets() {
  ir::TargetSelection targets;
  targets.assertions = true;
  targets.labels = {"ERROR", "SLIC_ERROR"};
  return targets;
}

Result<BooleanProgram>
read_boolean_text(std::string name, std::string text, const Options& options) {
  ir::Program program;
  FileId file = program.files.add(name, std::move(text));
  Result<std::vector<Token>> tokens = tokenize(program.files, file);
  if (!tokens) return tokens.error();
  Result<Parsed> parsed = parse(program.files, std::move(*tokens), options.dialect);
  if (!parsed) return parsed.error();
  Result<BooleanProgram> result = lower(parsed->program, std::move(program), options);
  if (!result) {
    Diagnostic error = result.error();
    if (error.file.empty()) error.file = std::move(name);
    return error;
  }
  std::vector<Diagnostic> warnings = std::move(parsed->warnings);
  warnings.insert(warnings.end(), result->warnings.begin(), result->warnings.end());
  result->warnings = std::move(warnings);
  return result;
}

Result<BooleanProgram> read_boolean(const std::string& path, const Options& options) {
  ReadFile file = read_file(path);
  if (!file.text)
    return Diagnostic::error(ErrorKind::Parse, fmt::format("cannot read {}: {}", path, file.error));
  return read_boolean_text(path, std::move(*file.text), options);
}

} // namespace kleene::frontend::boolean
