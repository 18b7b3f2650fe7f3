// SPDX-License-Identifier: Apache-2.0
// Which lines a file of evidence may have: those of its kind, and what can only be said once, once.
#pragma once
#include <set>
#include <string>

#include "file_names.h"

namespace kleene::evidence {

class LineRules {
public:
  /// Looks at the next line; throws Misread if it should not be there.
  void look(const std::string& word, const std::string& line);
  /// At the end of the file: throws Misread if it does not say what it is about.
  void finish() const;

private:
  std::string kind_;
  std::set<std::string> seen_; ///< beginnings of lines that must not come again
};

} // namespace kleene::evidence
