// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/assumptions.h"

#include <algorithm>
#include <set>

namespace kleene::report {
namespace {

/// Does anything come to life without a value?
bool has_uninitialised(const ir::Program& program) {
  auto without_value = [](const ir::Edge& e) {
    if (const auto* havoc = std::get_if<ir::Havoc>(&e.statement)) return havoc->uninitialised;
    if (const auto* alloc = std::get_if<ir::Alloc>(&e.statement)) return !alloc->zeroed;
    return std::holds_alternative<ir::Forget>(e.statement);
  };
  return std::ranges::any_of(program.procedures, [&](const ir::Procedure& p) {
    return std::ranges::any_of(p.edges, without_value);
  });
}

} // namespace

std::vector<std::pair<std::string, std::string>> sources_of(const ir::Program& program) {
  std::vector<std::pair<std::string, std::string>> sources;
  std::set<FileId> seen;
  for (const ir::Procedure& p : program.procedures) {
    bool shown = !p.library && p.range.file.valid();
    if (shown && seen.insert(p.range.file).second)
      sources.emplace_back(program.files.name(p.range.file), program.files.text(p.range.file));
  }
  return sources;
}

void describe_program(Report& report, const ProgramSource& source, const ir::Program& program) {
  report.missing_bodies.assign(program.missing_bodies.begin(), program.missing_bodies.end());
  auto add = [&](std::string name, std::string text) {
    report.assumptions.push_back({std::move(name), std::move(text)});
  };
  if (source.language == verify::Language::Boolean) return;
  add("integers",
      source.integers == IntegerModel::Math
          ? "integers are unbounded"
          : "integers have the width of their types; what does not fit wraps, and is an overflow "
            "for no-overflow only");
  if (source.language != verify::Language::C) return;
  add("data-model",
      source.pointer_bits == 32 ? "ILP32: int, long and pointers have 32 bits"
                                : "LP64: int has 32 bits, long and pointers have 64");
  add("undefined-behaviour",
      "undefined behaviour other than signed overflow ends an execution there");
  if (has_uninitialised(program))
    add("uninitialised",
        program.free_uninitialised
            ? "the environment chooses uninitialised values"
            : "uninitialised values are unknown: a proof holds for all of them, and no "
              "counterexample depends on one");
  for (const ir::Assumption& a : program.assumptions)
    add(a.name, a.text);
}

} // namespace kleene::report
