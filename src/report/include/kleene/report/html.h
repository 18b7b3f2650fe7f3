// SPDX-License-Identifier: Apache-2.0
// An answer as one HTML file that needs nothing else: the verdict, the source with its checks, the execution to step
// through, the proof, and what was tried.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace kleene::report {

/// Names and texts of source files.
using Sources = std::vector<std::pair<std::string, std::string>>;

/// `json` is the document of the answer (doc/json.md), `text` what people are told in a terminal. Nothing of them is
/// ever read as markup.
std::string to_html(const std::string& json, const std::string& text, const Sources& sources);

} // namespace kleene::report
