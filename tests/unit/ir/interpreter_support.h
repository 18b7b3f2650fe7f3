// SPDX-License-Identifier: Apache-2.0
// Runs programs given as text.
#pragma once
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kleene::ir {

inline Program program_of(const std::string& text) {
  Result<Program> program = parse(text, "test.ir");
  if (!program) throw std::runtime_error(render(program.error()));
  for (const std::string& complaint : validate(*program))
    ADD_FAILURE() << complaint;
  return std::move(*program);
}

inline RunResult run_program(const Program& program,
                             std::vector<Integer> inputs = {},
                             const RunOptions& options = {},
                             Tracer* tracer = nullptr) {
  InputList list(std::move(inputs));
  return Interpreter(program).run(list, options, tracer);
}

inline RunResult run_text(const std::string& text,
                          std::vector<Integer> inputs = {},
                          const RunOptions& options = {}) {
  return run_program(program_of(text), std::move(inputs), options);
}

inline RunOptions math() {
  RunOptions options;
  options.integers = IntegerModel::Math;
  return options;
}

} // namespace kleene::ir
