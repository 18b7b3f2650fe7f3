// SPDX-License-Identifier: Apache-2.0
#include "algorithm.h"

#include <fmt/core.h>

#include <fstream>
#include <iostream>

namespace kleene::cli {

Result<std::function<void(const calculus::Round&)>>
round_writer(const std::optional<std::string>& file) {
  if (!file) return std::function<void(const calculus::Round&)>();
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
  return std::function<void(const calculus::Round&)>([csv, out, &lines](const calculus::Round& r) {
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

Result<std::shared_ptr<const engine::calculus::Formula>> algorithm_of(const Arguments& arguments) {
  if (!arguments.check.algorithm) return std::shared_ptr<const engine::calculus::Formula>();
  auto formula = std::make_shared<engine::calculus::Formula>();
  formula->file = *arguments.check.algorithm;
  ReadFile content = read_file(formula->file);
  if (!content.text)
    return Diagnostic::error(ErrorKind::Usage,
                             "cannot read '" + formula->file + "': " + content.error);
  formula->text = *std::move(content.text);
  formula->constants = arguments.fix.constants;
  Result<std::function<void(const calculus::Round&)>> told = round_writer(arguments.statistics);
  if (!told) return told.error();
  formula->on_round = *std::move(told);
  return std::shared_ptr<const engine::calculus::Formula>(std::move(formula));
}

} // namespace kleene::cli
