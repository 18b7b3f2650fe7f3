// SPDX-License-Identifier: Apache-2.0
// A C program on its way to an executable: compiled file by file, looked at, adjusted, and linked with a
// harness, all in a temporary folder.
#pragma once
#include "kleene/evidence/native.h"
#include "kleene/support/process.h"

#include <set>

#include "harness.h"

namespace kleene::evidence {

using Command = std::vector<std::string>;

/// As a shell would take it.
std::string joined(const Command& command);

/// What an object file defines and needs.
struct Symbols {
  std::set<std::string> global;
  std::set<std::string> local;
  std::set<std::string> undefined;
};

class NativeBuild {
public:
  /// `compiler` is the command with all flags that say what code is made; `link_flags` those that linking needs, too.
  NativeBuild(const NativeProgram& program, Command compiler, Command link_flags, Budget& budget);

  const std::filesystem::path& folder() const { return folder_.path(); }
  std::filesystem::path executable() const { return folder() / "replay"; }
  /// Why the last step failed.
  const std::string& obstacle() const { return obstacle_; }

  /// The text of a file, with what stands behind it; nothing if it cannot be read.
  std::optional<std::string> source(std::size_t file) const;
  /// Takes a changed copy of a file in place of it.
  void replace_source(std::size_t file, const std::string& text);
  /// Makes the object files and reads their symbols.
  bool compile();
  const std::vector<Symbols>& symbols() const { return symbols_; }
  bool defined(const std::string& symbol) const;
  /// Needed, and defined nowhere in the program.
  bool undefined(const std::string& symbol) const;
  /// Changes an object file with objcopy.
  bool adjust(std::size_t file, const Command& options);
  /// Functions that nobody defines become stubs of the harness; its commands say how to repeat all this.
  bool link(Harness& harness, const std::string& note);

private:
  bool fail(std::string text);
  ProcessResult call(const Command& command);
  std::filesystem::path object(std::size_t i) const;
  enum class Use { Run, Shown, Script };
  Command compile_command(std::size_t i, Use use) const;
  bool read_symbols(std::size_t i);
  bool add_stubs(Harness& harness, const std::string& messages);
  void describe_commands(Harness& harness, const Command& link, const std::string& note) const;

  const NativeProgram& program_;
  Command compiler_;
  Command link_flags_;
  Budget& budget_;
  TempDir folder_;
  std::vector<std::string> replaced_; ///< names of changed copies, or empty
  std::vector<Symbols> symbols_;
  std::vector<std::string> adjustments_;
  std::string obstacle_;
};

} // namespace kleene::evidence
