// SPDX-License-Identifier: Apache-2.0
// Replaces the one memory variable in terms and statements by regions.
#pragma once
#include "kleene/ir/program.h"

#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace kleene::transform {

class RegionRewriter {
public:
  /// `region_of` maps an address, as it stands in the old program, to the region of the access.
  RegionRewriter(ir::Program& program, VarId memory, std::function<VarId(Term)> region_of);

  /// All but the region of an Alloc and the memory in a Havoc, which only the caller knows.
  void rewrite(ir::Statement& statement);

private:
  Term rewrite(Term term);
  Term rewrite_node(Term term);
  /// What a term of type Memory has in one region.
  Term part(Term memory, VarId region);
  Term add_change(Term change, Term below);
  void changed_regions(Term memory, std::vector<VarId>& regions) const;
  void rewrite_assign(ir::Assign& assign);

  ir::Program& program_;
  VarId memory_;
  std::function<VarId(Term)> region_of_;
  std::vector<Term> done_; ///< by id of the old term; null if not yet rewritten
  std::map<std::pair<std::uint32_t, VarId>, Term> parts_;
};

} // namespace kleene::transform
