// SPDX-License-Identifier: Apache-2.0
// Which condition belongs to which `if` or loop, by the source.
#pragma once
#include "kleene/support/source.h"

namespace kleene::report {

class Conditions {
public:
  explicit Conditions(const SourceFiles& files) : files_(files) {}

  /// Whether the condition stands in the head of the statement that begins with a keyword at `keyword`: no other
  /// statement begins between them.
  bool belongs(FileId file, SourcePoint keyword, const SourceRange& condition) const;

private:
  const SourceFiles& files_;
};

} // namespace kleene::report
