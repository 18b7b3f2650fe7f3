// SPDX-License-Identifier: Apache-2.0
// Declarations of one symbol in several files that contradict each other. A linker would not notice, and the program
// would do something that nobody wrote.
#pragma once
#include "kleene/support/diagnostic.h"

#include <map>
#include <optional>
#include <string>

namespace clang {
class ValueDecl;
} // namespace clang

namespace kleene::frontend::c {

class TranslationUnit;

class Conflicts {
public:
  /// Notes the declarations of a file. The error names two places whose types cannot both be meant.
  std::optional<Diagnostic> add(const TranslationUnit& unit);

private:
  std::map<std::string, const clang::ValueDecl*> seen_;
  const TranslationUnit* first_ = nullptr;
};

} // namespace kleene::frontend::c
