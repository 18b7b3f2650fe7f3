// SPDX-License-Identifier: Apache-2.0
// Which of two pointers comes first, and how far they are apart, is defined within one object only.
#pragma once
#include "kleene/ir/program.h"

#include <string_view>

namespace kleene::ir {

/// What is wrong at the target of such a check. The edges that lead there, and past it, ask whether the two lie in one
/// live object: the answer is the same wherever objects lie.
inline constexpr std::string_view different_objects =
    "order or difference of pointers to different objects";

/// Such a target, that of memory that is copied to where a part of it lies, or that of memory that is lost: what is
/// asked there is asked of live objects.
inline bool is_settled_check(const Location& location) {
  if (!location.target || location.target->kind != TargetKind::Check) return false;
  const std::string& what = location.target->function;
  return what == different_objects || what.starts_with(describe(AssumeKind::Overlap))
         || location.target->property == Property::ValidMemtrack;
}

} // namespace kleene::ir
