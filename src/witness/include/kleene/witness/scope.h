// SPDX-License-Identifier: Apache-2.0
// The names of a C program as seen from one place of its source, and the places of the source in its
// control-flow graphs.
#pragma once
#include "kleene/frontend/task/witness.h"
#include "kleene/ir/program.h"

#include <optional>
#include <set>
#include <vector>

namespace kleene::witness {

/// What can be named at a place inside a procedure.
class Scope {
public:
  Scope(const ir::Program& program, ir::ProcId procedure, FileId file, SourcePoint at)
      : program_(program), procedure_(procedure), file_(file), at_(at) {}

  const ir::Program& program() const { return program_; }
  /// The variable that a name means there; nothing if there is none that is a plain variable here.
  std::optional<VarId> find(std::string_view name) const;
  /// Whether the variable can be named there, and its name means no other.
  bool names(VarId variable) const;
  /// Is the variable a float in C? Here it is a bit pattern.
  bool holds_float(VarId variable) const;

private:
  bool visible(const ir::Variable& variable) const;

  const ir::Program& program_;
  ir::ProcId procedure_;
  FileId file_;
  SourcePoint at_;
  mutable std::optional<std::set<VarId>> floats_;
};

struct LocationIn {
  ir::ProcId procedure;
  ir::LocId location;
  FileId file;
  SourcePoint at; ///< of the mark
};

struct EdgeIn {
  ir::ProcId procedure;
  std::size_t edge = 0;
};

/// Locations with such a mark at the place; without a column, or if no mark has exactly that one, the
/// leftmost of the line.
std::vector<LocationIn> marked(const ir::Program& program,
                               ir::SourceMark::Kind kind,
                               const frontend::task::WitnessPlace& place);

/// Calls, and values that the environment gives, whose closing parenthesis is at the place; with the
/// same exceptions.
std::vector<EdgeIn> calls(const ir::Program& program, const frontend::task::WitnessPlace& place);

/// A point of a file in the way of witnesses: columns count characters.
frontend::task::WitnessPlace
to_place(const ir::Program& program, FileId file, SourcePoint point, const std::string& function);

} // namespace kleene::witness
