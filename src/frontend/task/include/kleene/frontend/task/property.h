// SPDX-License-Identifier: Apache-2.0
// SV-COMP property files (`.prp`): lines of `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
// The names of the entry, the function and the label are parameters; a formula outside the table
// below is an error that quotes it.
#pragma once
#include "kleene/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace kleene::frontend::task {

enum class Formula {
  NoCall,          ///< G ! call(f()): `argument` is f
  NoLabel,         ///< G ! label(L): `argument` is L
  Termination,     ///< F end
  NoOverflow,      ///< G ! overflow
  NoDataRace,      ///< G ! data-race
  ValidFree,       ///< G valid-free
  ValidDeref,      ///< G valid-deref
  ValidMemtrack,   ///< G valid-memtrack
  ValidMemcleanup, ///< G valid-memcleanup
  Coverage,        ///< COVER( … ): test generation
};

/// The name verdicts use: `unreach-call`, `termination`, `valid-deref`, …
std::string_view name(Formula formula);

struct Property {
  Formula formula = Formula::NoCall;
  std::string entry; ///< the function the program starts in
  std::string argument;
  unsigned line = 0;
};

/// The properties of a file, one per line, at least one. `file_name` is for messages.
Result<std::vector<Property>> parse_properties(const std::string& file_name, std::string_view text);
Result<std::vector<Property>> read_properties(const std::string& path);

} // namespace kleene::frontend::task
