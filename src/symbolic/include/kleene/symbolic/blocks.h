// SPDX-License-Identifier: Apache-2.0
// Large blocks: a procedure cut into loop-free regions between cut points, each with one formula in
// which branches are joined again. Engines iterate over cut points instead of single edges.
#pragma once
#include "kleene/symbolic/step.h"

#include <set>
#include <vector>

namespace kleene::symbolic {

/// Locations such that every cycle of the procedure has one: entry, exit, loop heads, selected targets,
/// and both ends of each call.
std::set<ir::LocId> cut_points(const ir::Procedure& procedure, const ir::TargetSelection& targets);

/// All ways from one cut point to another that meet no cut point in between, and no call.
struct Block {
  ir::LocId from;
  ir::LocId to; ///< invalid: the ways on which a signed operation overflows
  /// Over the values at `from` and fresh values: some way is passed. Deterministic given these: two
  /// different ways with the same fresh values do not exist.
  Term condition;
  State after; ///< values at `to` where the condition holds
  std::vector<FreshValue> fresh;
};

struct BlockOptions {
  ir::TargetSelection targets;
  /// Adds blocks that lead to overflow, and lets no other way pass one.
  bool overflows = false;
  AddressFacts addresses = AddressFacts::None;
  /// Beyond these of `cut_points`.
  std::set<ir::LocId> more_cut_points;
};

/// The blocks of a procedure, in the order of `from`; those whose condition is false are left out.
/// A target has no block that leaves it. Calls are not in blocks: the edges that carry them lead from a
/// cut point to a cut point, and whether their arguments overflow is for the caller to ask.
std::vector<Block> blocks(const ir::Program& program,
                          ir::ProcId procedure,
                          const BlockOptions& options,
                          FreshVariables& fresh);

/// The block as a relation: `before` gives the variable that stands for a program variable at `from`,
/// `after` at `to`. Speaks about `relevant` variables only, none of them a memory (memories have no
/// equality: use Block::after); the others may change at will.
Term relation(const ir::Program& program,
              const Block& block,
              const std::vector<VarId>& relevant,
              const std::function<Term(VarId)>& before,
              const std::function<Term(VarId)>& after);

} // namespace kleene::symbolic
