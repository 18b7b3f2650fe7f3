// SPDX-License-Identifier: Apache-2.0
// Helpers of the tests: C text to a program, run in the interpreter or by gcc's code.
#pragma once
#include "kleene/frontend/c/c_frontend.h"
#include "kleene/ir/interpreter.h"
#include "kleene/support/process.h"

#include <string>
#include <vector>

namespace kleene::frontend::c {

/// Source text in files of their own, gone at the end.
class Sources {
public:
  /// `texts`: the contents of a.c, b.c, …
  explicit Sources(const std::vector<std::string>& texts);
  const std::vector<std::string>& files() const { return files_; }
  const std::filesystem::path& folder() const { return folder_.path(); }

private:
  TempDir folder_;
  std::vector<std::string> files_;
};

Result<CProgram> lower(const std::string& text, const Options& options = {});
/// The program of a text that must be lowered without error; valid.
ir::Program program_of(const std::string& text, const Options& options = {});
/// The error of a text that must be refused.
Diagnostic error_of(const std::string& text, const Options& options = {});

struct Execution {
  ir::RunResult result;
  std::string output;
};
Execution execute(const ir::Program& program,
                  std::vector<Integer> inputs = {},
                  const ir::TargetSelection& targets = {});

const ir::Procedure& procedure(const ir::Program& program, const std::string& name);
/// All statements of one kind in a procedure.
template <class S>
std::vector<S> statements(const ir::Procedure& procedure) {
  std::vector<S> found;
  for (const ir::Edge& edge : procedure.edges) {
    if (const auto* statement = std::get_if<S>(&edge.statement)) found.push_back(*statement);
  }
  return found;
}

} // namespace kleene::frontend::c
