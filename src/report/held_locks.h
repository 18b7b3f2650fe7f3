// SPDX-License-Identifier: Apache-2.0
// Which locks the threads of an execution hold, as its steps are seen one after the other.
#pragma once
#include "kleene/ir/interpreter.h"
#include "kleene/ir/program.h"

#include <map>
#include <string>
#include <vector>

namespace kleene::report {

class HeldLocks {
public:
  explicit HeldLocks(const ir::Program& program) : program_(program) {}

  /// `argument` is the lock if the step calls a function about one. Gives words for such a call: `takes m, holds n`.
  std::string step(const ir::Tracer::Step& step, const std::string& argument);
  /// The lock that the thread waits for at the end, and who holds it; empty if it waits for none.
  std::string waits(std::size_t thread) const;

private:
  enum class Deed { None, Take, Try, GiveBack };
  struct Call {
    ir::ProcId callee;
    Deed deed;
    std::string lock;
  };
  static Deed deed(const std::string& function);
  std::string held(std::size_t thread) const;

  const ir::Program& program_;
  std::map<std::size_t, std::vector<std::string>> held_; ///< by thread
  std::map<std::size_t, std::vector<Call>> calls_;       ///< that have not returned
};

} // namespace kleene::report
