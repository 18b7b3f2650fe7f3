// SPDX-License-Identifier: Apache-2.0
// Places in the source, and the steps of an execution as people see them.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kleene::report {

/// A place in a source file with the text of its line.
struct SourcePlace {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string text;
};
/// `file:line:column`, as much as is known.
std::string describe(const SourcePlace& place);

/// The variables at one moment of an execution, by their names.
struct ShownState {
  struct Frame {
    std::string function;
    std::map<std::string, std::string> values;
  };
  std::map<std::string, std::string> globals;
  std::map<std::string, std::string>
      memory;                ///< as far as it was written since the execution is shown
  std::vector<Frame> frames; ///< innermost last
};

/// A step of an execution, as a line of its call tree.
struct ShownStep {
  enum class Kind : std::uint8_t { Step, Call, Return, Branch };
  std::size_t depth = 0; ///< of calls; 0 is the entry procedure
  std::string function;
  SourcePlace place;
  std::string what;     ///< the call or return, or the values that changed; may be empty
  std::string callee;   ///< Call: of what
  std::size_t lane = 0; ///< the thread
  Kind kind = Kind::Step;
  std::vector<std::pair<std::string, std::string>> values; ///< that changed, by name
  bool decisive = false;                                   ///< the last branch before the violation
  bool repeats = false;                                    ///< again and again, for ever
  bool matters = false;    ///< its values flow into the last decision before the violation
  std::size_t skipped = 0; ///< steps before it that are left out
  enum class Scope : std::uint8_t { Global, Memory };
  std::map<std::string, Scope> scopes; ///< of values that are no local variables
  std::shared_ptr<const ShownState>
      state; ///< before it, where that does not follow from the steps shown
};

} // namespace kleene::report
