// SPDX-License-Identifier: Apache-2.0
// Whether evidence in a file is about the question that is asked.
#pragma once
#include "kleene/evidence/file.h"
#include "kleene/verify/goal.h"

#include <optional>
#include <string>
#include <string_view>

namespace kleene::verify {

/// What evidence says it is about (`property` or `spec`), before anything is known about the program.
std::optional<std::string> stated(std::string_view what, const std::string& text);

/// Why evidence about this formula (or about none) does not answer this question; empty if it may.
std::string other_formula(const std::string& shown, const Goal& goal);

/// The same for all that evidence says about the question.
std::string other_question(const evidence::EvidenceFile& shown,
                           const evidence::Problem& problem,
                           const Goal& goal);

} // namespace kleene::verify
