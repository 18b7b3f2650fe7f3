// SPDX-License-Identifier: Apache-2.0
#include "kleene/calculus/round_writer.h"

#include <fmt/core.h>

#include <fstream>
#include <iostream>
#include <memory>

namespace kleene::calculus {

Result<std::function<void(const Round&)>> round_writer(const std::optional<std::string>& file) {
  if (!file) return std::function<void(const Round&)>();
  auto out = std::make_shared<std::ofstream>();
  if (*file != "-") {
    out->open(*file);
    if (!*out) return Diagnostic::error(ErrorKind::Usage, "cannot write '" + *file + "'");
  }
  bool csv = file->ends_with(".csv");
  std::ostream& lines = *file == "-" ? std::cout : static_cast<std::ostream&>(*out);
  lines << (csv ? "relation,round,tuples,nodes,seconds\n"
                : fmt::format("{:<20} {:>8} {:>20} {:>10} {:>9}\n",
                              "relation",
                              "round",
                              "tuples",
                              "nodes",
                              "seconds"))
        << std::flush;
  return std::function<void(const Round&)>([csv, out, &lines](const Round& r) {
    std::string tuples = r.tuples.to_string();
    lines << (csv ? fmt::format(
                  "{},{},{},{},{:.3f}\n", r.relation, r.number, tuples, r.nodes, r.seconds)
                  : fmt::format("{:<20} {:>8} {:>20} {:>10} {:>9.3f}\n",
                                r.relation,
                                r.number,
                                tuples,
                                r.nodes,
                                r.seconds))
          << std::flush;
  });
}

} // namespace kleene::calculus
