// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/chc/chc.h"
#include "kleene/smt/smtlib.h"

#include "encoder.h"

namespace kleene::engine::chc {

Result<std::string> clauses(const evidence::Problem& problem) {
  try {
    Encoding encoding = encode(problem, {});
    smt::HornOptions options;
    options.integers = problem.integers;
    options.layout = layout(problem.program, encoding);
    return smt::horn_text(encoding.system, options);
  } catch (const smt::NotExpressible& why) {
    return Diagnostic::error(ErrorKind::Unsupported,
                             std::string("the program has no Horn clauses: ") + why.what());
  }
}

} // namespace kleene::engine::chc
