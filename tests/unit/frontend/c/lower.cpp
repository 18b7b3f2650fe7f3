// SPDX-License-Identifier: Apache-2.0
#include "lower.h"

#include "kleene/ir/order_choice.h"
#include "kleene/ir/validate.h"

#include <fstream>
#include <gmock/gmock.h>

namespace kleene::frontend::c {

Sources::Sources(const std::vector<std::string>& texts) {
  char letter = 'a';
  for (const std::string& text : texts) {
    files_.push_back((folder_.path() / (std::string(1, letter++) + ".c")).string());
    std::ofstream(files_.back(), std::ios::binary) << text;
  }
}

Result<CProgram> lower(const std::string& text, const Options& options) {
  Sources sources({text});
  return read_c(sources.files(), options);
}

ir::Program program_of(const std::string& text, const Options& options) {
  Result<CProgram> result = lower(text, options);
  if (!result) {
    ADD_FAILURE() << render(result.error());
    return {};
  }
  EXPECT_THAT(ir::validate(result->program), testing::IsEmpty());
  return std::move(result->program);
}

Diagnostic error_of(const std::string& text, const Options& options) {
  Result<CProgram> result = lower(text, options);
  if (!result) return result.error();
  ADD_FAILURE() << "should have been refused: " << text;
  return {};
}

Execution execute(const ir::Program& program,
                  std::vector<Integer> inputs,
                  const ir::TargetSelection& targets) {
  Execution execution;
  ir::InputsInGccOrder source(std::move(inputs));
  ir::RunOptions options;
  options.max_steps = 10'000'000;
  options.targets = targets;
  options.output = [&](std::string_view text, ir::Channel) { execution.output += text; };
  execution.result = ir::Interpreter(program).run(source, options);
  return execution;
}

const ir::Procedure& procedure(const ir::Program& program, const std::string& name) {
  auto id = program.find_procedure(name);
  KL_INVARIANT(id.has_value(), "the test's program should have the procedure " + name);
  return program.procedure(*id);
}

} // namespace kleene::frontend::c
