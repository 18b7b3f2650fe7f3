// SPDX-License-Identifier: Apache-2.0
// How evidence files name things: variables and their copies at the entry (`x$entry`), locations, and
// subterms that occur more than once (`part$1`).
#pragma once
#include "kleene/ir/program.h"

namespace kleene::evidence {

/// Thrown inside the reader, caught at its door.
struct Misread {
  std::string message;
};

inline constexpr std::string_view evidence_header = "kleene evidence 1";
/// Everything is about the program with its live objects.
inline constexpr std::string_view live_objects_line = "objects live";
/// Everything is about the program that knows which objects are valid.
inline constexpr std::string_view known_objects_line = "objects known";

std::string location_name(const ir::Procedure& procedure, ir::LocId location);

} // namespace kleene::evidence
