// SPDX-License-Identifier: Apache-2.0
// Makes the arrival at a C label visible to the harness: a copy of the source in which each label of
// that name is followed by a call.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace kleene::evidence {

/// Inserts `marker` behind every `label:` of a C text (not in comments, strings, `?:`, `case` or
/// preprocessor lines), without changing lines. Nothing if there is no such label.
std::optional<std::string>
mark_labels(std::string_view source, std::string_view label, std::string_view marker);

} // namespace kleene::evidence
