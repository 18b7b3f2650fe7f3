// SPDX-License-Identifier: Apache-2.0
// Which variables of a Boolean program matter, and where. What no guard depends on is left out
// everywhere; a procedure carries only the globals that it or its callees use; at a location only
// live variables are kept.
#pragma once
#include "kleene/ir/program.h"

#include <optional>
#include <string>
#include <vector>

namespace kleene::domain {

/// Whether values that nobody knows (unknown choices) are an obstacle. Sets of states treat them like
/// free choices, which is right for proofs only.
enum class UnknownValues { Refused, Allowed };

/// Why a program is not one over Booleans with free choices only; nothing if it is.
std::optional<std::string> obstacle_to_boolean(const ir::Program& program,
                                               UnknownValues unknown = UnknownValues::Refused);

/// What is left out.
enum class Slicing {
  Needless, ///< what cannot matter
  Nothing,  ///< every visible variable is kept everywhere, and every procedure has entry states
};

class BooleanScope {
public:
  /// Requires that there is no obstacle; keeps a reference to the program.
  explicit BooleanScope(const ir::Program& program, Slicing slicing = Slicing::Needless);

  const ir::Program& program() const { return program_; }
  /// Whether some guard that can be reached depends on the variable.
  bool matters(VarId variable) const { return matters_[variable.index()]; }
  /// Whether calls lead from the entry procedure to this one.
  bool used(ir::ProcId p) const { return procedures_[p.index()].used; }
  bool called(ir::ProcId p) const { return procedures_[p.index()].called; }

  /// The parameters, and the globals that the procedure or its callees may read or write.
  const std::vector<VarId>& inputs(ir::ProcId p) const { return procedures_[p.index()].inputs; }
  /// The results, and the globals that the procedure or its callees may write.
  const std::vector<VarId>& outputs(ir::ProcId p) const { return procedures_[p.index()].outputs; }
  /// Globals among the inputs.
  const std::vector<VarId>& used_globals(ir::ProcId p) const {
    return procedures_[p.index()].used_globals;
  }
  /// Globals among the outputs.
  const std::vector<VarId>& written_globals(ir::ProcId p) const {
    return procedures_[p.index()].written_globals;
  }
  /// What is carried at a location.
  const std::vector<VarId>& live(ir::ProcId p, ir::LocId l) const {
    return procedures_[p.index()].live[l.index()];
  }
  /// All variables of a procedure that are carried at some location, and its inputs and outputs.
  std::vector<VarId> carried(ir::ProcId p) const;

private:
  struct Procedure {
    bool used = false;
    bool called = false;
    std::vector<VarId> inputs;
    std::vector<VarId> outputs;
    std::vector<VarId> used_globals;
    std::vector<VarId> written_globals;
    std::vector<std::vector<VarId>> live; ///< per location
  };

  void find_used();
  void find_what_matters();
  void find_effects();
  void find_live();

  const ir::Program& program_;
  Slicing slicing_;
  std::vector<bool> matters_;
  std::vector<Procedure> procedures_;
};

} // namespace kleene::domain
