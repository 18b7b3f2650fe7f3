// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/interpreter.h"

#include "kleene/ir/reusing_run.h"

#include <array>
#include <mutex>

#include "interpreter_compiler.h"
#include "interpreter_machine.h"

namespace kleene::ir {

std::optional<Integer> InputList::next(const InputRequest& /*request*/) {
  if (next_ == values_.size()) return std::nullopt;
  return values_[next_++];
}

std::string InputList::heap_bytes(const HeapRequest& request) {
  auto found = heap_.find(request.number);
  return found == heap_.end() ? std::string() : found->second;
}

std::string_view describe(Ending ending) {
  switch (ending) {
  case Ending::Returned:
    return "returned";
  case Ending::Exited:
    return "exited";
  case Ending::Aborted:
    return "aborted";
  case Ending::AssertionFailed:
    return "assertion failed";
  case Ending::TargetReached:
    return "target reached";
  case Ending::UndefinedBehaviour:
    return "undefined behaviour";
  case Ending::Blocked:
    return "blocked";
  case Ending::InputsExhausted:
    return "inputs exhausted";
  case Ending::StepLimit:
    return "step limit reached";
  case Ending::StackOverflow:
    return "stack overflow";
  case Ending::MemoryLimit:
    return "memory limit reached";
  case Ending::OutOfRange:
    return "a value is too large for the interpreter";
  }
  return "?";
}

/// The program in up to four forms, each made when it is first asked for.
struct Interpreter::Code {
  Code(const Program& p, Reading r) : program(p), reading(r) {}

  const vm::Code& form(IntegerModel integers, bool traced) {
    Form& f = forms[2 * static_cast<std::size_t>(integers) + (traced ? 1 : 0)];
    std::call_once(f.once, [&] { f.code = vm::compile(program, integers, traced, reading); });
    return f.code;
  }

  struct Form {
    std::once_flag once;
    vm::Code code;
  };
  const Program& program;
  Reading reading;
  std::array<Form, 4> forms;
};

Interpreter::Interpreter(const Program& program, Reading reading)
    : code_(std::make_unique<Code>(program, reading)) {}

Interpreter::~Interpreter() = default;

RunResult Interpreter::run(InputSource& inputs, const RunOptions& options, Tracer* tracer) const {
  const vm::Code& code = code_->form(options.integers, tracer != nullptr);
  if (code.wide) return vm::Machine<Integer>(code_->program, code, inputs, options, tracer).run();
  return vm::Machine<std::int64_t>(code_->program, code, inputs, options, tracer).run();
}

RunResult
run_reusing_addresses(const Program& program, InputSource& inputs, const RunOptions& options) {
  vm::Code code = vm::compile(program, options.integers, false, {});
  if (code.wide) return vm::Machine<Integer>(program, code, inputs, options, nullptr, true).run();
  return vm::Machine<std::int64_t>(program, code, inputs, options, nullptr, true).run();
}

} // namespace kleene::ir
