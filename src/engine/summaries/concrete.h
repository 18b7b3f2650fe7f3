// SPDX-License-Identifier: Apache-2.0
// Walks along an execution with concrete values and notes the inputs that make the interpreter do the
// same.
#pragma once
#include "kleene/evidence/execution.h"

#include "derivation.h"

namespace kleene::engine::summaries {

class ConcreteRun {
public:
  /// At the start of the program. Values that nobody gives are false.
  ConcreteRun(const ir::Program& program, const Values& start);

  /// Takes an edge of the procedure on top, after returning from those that are at their exit.
  void move(const Move& move);
  /// Returns from procedures that are at their exit.
  void settle();

  const std::vector<evidence::Input>& inputs() const { return inputs_; }
  std::uint64_t steps() const { return steps_; }

  /// What decides how it goes on, apart from the stack below.
  struct Moment {
    ir::ProcId procedure;
    ir::LocId location;
    Values globals;
    Values locals; ///< those that were written
    auto operator<=>(const Moment&) const = default;
  };
  Moment now() const;

private:
  struct ConcreteCall {
    ir::ProcId procedure;
    ir::LocId location;
    Values values;
    const ir::Call* call = nullptr; ///< that is under way
    ir::LocId after_call;
  };

  bool value(VarId v) const;
  bool evaluate(Term term) const;
  void write(VarId v, bool value);
  void ask(VarId v, bool value, const SourceRange& range, const std::string& origin);
  void choose_edge(Step step);

  const ir::Program& program_;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_; ///< filled by need
  Values globals_;
  std::vector<ConcreteCall> stack_;
  std::vector<evidence::Input> inputs_;
  std::uint64_t steps_ = 0;
};

} // namespace kleene::engine::summaries
