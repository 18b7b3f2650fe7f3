// SPDX-License-Identifier: Apache-2.0
#include "algorithm.h"

#include "kleene/calculus/round_writer.h"

namespace kleene::cli {

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
  Result<std::function<void(const calculus::Round&)>> told =
      calculus::round_writer(arguments.statistics);
  if (!told) return told.error();
  formula->on_round = *std::move(told);
  return std::shared_ptr<const engine::calculus::Formula>(std::move(formula));
}

} // namespace kleene::cli
