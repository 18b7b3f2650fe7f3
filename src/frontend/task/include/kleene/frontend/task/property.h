// SPDX-License-Identifier: Apache-2.0
// SV-COMP property files (`.prp`): lines of `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
// The names of the entry, the function and the label are parameters; a formula that no
// property has (kleene/property/property.h) is an error that quotes it.
#pragma once
#include "kleene/property/property.h"
#include "kleene/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::frontend::task {

/// One line of a property file.
struct PropertyLine {
  /// Nothing: COVER( … ), test generation.
  std::optional<Property> property = Property::UnreachCall;
  FormulaText::Names names = FormulaText::Names::Nothing; ///< what `argument` is
  std::string entry;                                      ///< the function the program starts in
  std::string argument;
  unsigned line = 0;
};

/// The properties of a file, one per line, at least one. `file_name` is for messages.
Result<std::vector<PropertyLine>> parse_properties(const std::string& file_name,
                                                   std::string_view text);
Result<std::vector<PropertyLine>> read_properties(const std::string& path);

} // namespace kleene::frontend::task
