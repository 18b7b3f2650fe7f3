// SPDX-License-Identifier: Apache-2.0
// Objects that may become variables (promote.h), and what accesses say about their parts.
#pragma once
#include "kleene/ir/program.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kleene::transform {

/// Bytes that are always accessed together.
struct Cell {
  std::uint64_t length = 0;
  Type type;
  VarId variable;        ///< once there is one
  std::string name = {}; ///< of an access
};

/// An object of which there is at most one at a time.
struct Candidate {
  std::string name;
  std::uint64_t size = 0;
  const ir::Object* object = nullptr; ///< null: made by an Alloc
  bool open = false;                  ///< see has_open_contents
  SourceRange range;                  ///< where it is made
  bool fits = true;
  std::map<std::uint64_t, Cell> cells; ///< by offset
  /// Accesses to many bytes at once: offset and length.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
  bool heap = false;
};

/// No two cells overlap, no span ends inside a cell, and addresses in the initial contents are whole cells.
bool consistent(const ir::Program& program, const Candidate& candidate);

/// What a cell holds when the program begins.
Term initial_value(TermManager& terms,
                   const Candidate& candidate,
                   std::uint64_t offset,
                   const Cell& cell);

} // namespace kleene::transform
