// SPDX-License-Identifier: Apache-2.0
// The checks of a C program as targets. Where an execution would end in undefined behaviour (an Assume of such
// a kind), or a signed operation would overflow, and a property that is asked for forbids that, one more
// edge leads to a new location that is a target of that property; the execution goes on as before
// otherwise. What is defined, but asked about (property/property.h), is a target of the front end already. Error functions, failing assertions and labels are check sites of unreach-call as they are.
#pragma once
#include "kleene/transform/back.h"

#include <set>

namespace kleene::transform {

/// A place at which a property may be violated.
struct CheckSite {
  Property property = Property::UnreachCall;
  std::string what; ///< goes wrong if the check fails: `division by zero`
  SourceRange range;
  ir::ProcId procedure;
  ir::LocId location; ///< of the target in the new program; invalid if the site is dropped
};

struct Checked {
  Transformed transformed;
  /// In the order of the procedures and their edges: the same for each set of dropped sites.
  std::vector<CheckSite> sites;
};

/// Of its place in the new program: procedure and location.
std::string site_name(const CheckSite& site);

/// The property that undefined behaviour of this kind violates.
Property violated_by(ir::AssumeKind kind);

/// Are uninitialised values followed through the program? Otherwise they are any value, and sites of uninit have to be dropped.
enum class Uninitialised { Followed, AnyValue };

/// Executions end at the failing checks of dropped sites and are no violations there; after signed overflow, and
/// what else is defined, they go on, and after uses of uninitialised values that are not followed. `dropped` are
/// indices of sites.
Checked with_check_sites(const ir::Program& program,
                         const ir::TargetSelection& asked,
                         const std::set<std::size_t>& dropped = {},
                         Uninitialised uninitialised = Uninitialised::Followed);

} // namespace kleene::transform
