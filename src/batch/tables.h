// SPDX-License-Identifier: Apache-2.0
// Results as files for other programs: JSON lines, CSV, JUnit XML; and the page for people.
#pragma once
#include "compare.h"
#include "summary.h"

namespace kleene::batch {

std::string to_json_lines(const std::vector<Row>& rows);
/// As RFC 4180 has it, with a header.
std::string to_csv(const std::vector<Row>& rows);
/// A failure is a result that contradicts what is expected, or a violation where nothing is expected; unknown
/// results are skipped tests.
std::string to_junit(const std::vector<Row>& rows);
/// One file without references to others.
std::string to_html(const std::vector<Row>& rows, const Comparison* comparison);

/// How many answers take how long, as a drawing; `earlier` may be empty.
std::string quantile_plot(const std::vector<Row>& rows, const std::vector<Row>& earlier);

/// For XML and HTML, attributes included. What XML cannot have is replaced.
std::string escaped(std::string_view text);

} // namespace kleene::batch
