// SPDX-License-Identifier: Apache-2.0
// The branches of a program as targets: behind each edge that a condition of the source decides about lies one more
// location with a label. Executions go on from there as before.
#pragma once
#include "kleene/transform/check_sites.h"

namespace kleene::transform {

inline constexpr std::string_view branch_label = "kleene.branch";

/// One outcome of a condition: of an `if` or a loop, an arm of a `switch`, or a part of a condition that is decided
/// on its own.
struct Branch {
  ir::ProcId procedure;
  std::size_t edge = 0;
  std::string what; ///< holds there: `i < 3`
  SourceRange range;
};

/// In the order of procedures and edges; models of library functions have none.
std::vector<Branch> branches_of(const ir::Program& program);

/// The sites are the branches, in their order. Dropped ones are no targets.
Checked with_branch_sites(const ir::Program& program,
                          const std::vector<Branch>& branches,
                          const std::set<std::size_t>& dropped = {});

} // namespace kleene::transform
