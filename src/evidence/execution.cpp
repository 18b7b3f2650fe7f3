// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/execution.h"

#include "kleene/evidence/addresses.h"
#include "kleene/evidence/admission.h"
#include "kleene/evidence/objections.h"
#include "kleene/evidence/threads.h"
#include "kleene/evidence/trace.h"
#include "kleene/property/property.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "address_check.h"
#include "inputs.h"

namespace kleene::evidence {

namespace {

/// What an interpreter makes of an answer.
Integer as_taken(const ir::InputRequest& request, Integer value) {
  if (request.kind == ir::InputKind::Edge) {
    auto choices = static_cast<Integer>(request.choices);
    return choices == 0 ? value : (value % choices + choices) % choices;
  }
  if (request.type.is_bool()) return value != 0 ? 1 : 0;
  return request.type.is_machine() ? wrap(request.type, value) : value;
}

} // namespace

std::optional<Integer> InputRecorder::next(const ir::InputRequest& request) {
  std::optional<Integer> value = source_.next(request);
  if (!value) return value;
  value = as_taken(request, *value);
  inputs_.push_back(
      {*value, request.kind, request.type, std::string(request.origin), request.range});
  return value;
}

std::string InputRecorder::heap_bytes(const ir::HeapRequest& request) {
  ++objects_;
  std::string bytes = source_.heap_bytes(request);
  bytes.resize(std::min<std::uint64_t>(bytes.size(), request.size));
  bytes.resize(bytes.find_last_not_of('\0') + 1);
  if (!bytes.empty()) heap_.push_back({request.number, bytes, request.range});
  return bytes;
}

void HeapWriter::part(std::uint64_t number, std::uint64_t offset, Type type, Integer value) {
  std::string& bytes = bytes_[number];
  std::uint64_t end = offset + type.bytes();
  if (bytes.size() < end) bytes.resize(end);
  for (; offset < end; ++offset, value >>= 8)
    bytes[offset] = static_cast<char>(value & 0xff);
}

std::vector<HeapContents> HeapWriter::contents() const {
  std::vector<HeapContents> result;
  for (const auto& [number, bytes] : bytes_)
    if (std::size_t end = bytes.find_last_not_of('\0'); end != std::string::npos)
      result.push_back({number, bytes.substr(0, end + 1), {}});
  return result;
}

std::vector<std::pair<std::size_t, std::size_t>> nonzero_parts(std::string_view bytes) {
  constexpr std::size_t close = 8;
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\0') continue;
    if (!parts.empty() && i < parts.back().second + close)
      parts.back().second = i + 1;
    else
      parts.emplace_back(i, i + 1);
  }
  return parts;
}

std::string hexadecimal(std::string_view bytes) {
  std::string digits;
  for (char byte : bytes)
    digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

std::optional<std::string> from_hexadecimal(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    unsigned value = 0;
    const char* begin = digits.data() + i;
    auto [end, error] = std::from_chars(begin, begin + 2, value, 16);
    if (error != std::errc() || end != begin + 2) return std::nullopt;
    bytes += static_cast<char>(value);
  }
  return bytes;
}

ir::InputList inputs_of(const Execution& execution) {
  std::vector<Integer> values;
  values.reserve(execution.inputs.size());
  for (const Input& input : execution.inputs)
    values.push_back(input.value);
  std::map<std::uint64_t, std::string> heap;
  for (const HeapContents& contents : execution.heap)
    heap[contents.number] = contents.bytes;
  return ir::InputList(std::move(values), std::move(heap));
}

namespace {

bool entry_is_called(const ir::Program& program) {
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      if (const auto* call = std::get_if<ir::Call>(&e.statement))
        if (call->callee == program.entry) return true;
  return false;
}

/// Whoever gives values that nobody knows but those that nobody gave?
bool has_unknown_values(const ir::Program& program) {
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      if (const auto* havoc = std::get_if<ir::Havoc>(&e.statement))
        if (havoc->choice == ir::Choice::Unknown && !havoc->uninitialised) return true;
  return false;
}

/// The program follows what nobody gave, and the run ended before anything depended on it.
bool ends_at_uninitialised(const ir::Program& program, const ir::RunResult& run) {
  return run.target && run.target->kind == ir::TargetKind::Check
         && run.target->property == Property::Uninit && !has_unknown_values(program);
}

/// What an execution depends on although its value is not known; empty if there is nothing.
std::string objection_to_unknown(const SourceFiles& files, const ir::RunResult& run) {
  if (run.indeterminate)
    return fmt::format("the execution {} {} ({})",
                       depends_on_unknown_value,
                       files.describe(run.indeterminate->range),
                       run.indeterminate->text);
  if (run.assumed)
    return fmt::format("the execution {} {} ({})",
                       depends_on_missing_body,
                       files.describe(run.assumed->range),
                       run.assumed->text);
  return {};
}

} // namespace

std::string objection_to(const Problem& problem, const ir::RunResult& run) {
  const SourceFiles& files = problem.program.files;
  const Events& forbidden = problem.events();
  if (forbidden.no_end) return refusal<Execution>(problem);
  bool violated = (forbidden.targets && run.ending == ir::Ending::TargetReached)
                  || (forbidden.overflows && run.overflow);
  if (!violated && (run.indeterminate || run.assumed))
    return objection_to_unknown(files, run) + ", and reaches no violation with zero in its place";
  if (!violated)
    return forbidden.overflows
               ? "the execution has no signed overflow"
               : fmt::format("the execution reaches no target: {}", ir::describe(run.ending));
  bool track = run.target && run.target->kind == ir::TargetKind::Check
               && run.target->property == Property::ValidMemtrack;
  if (track && !run.lost) return "what is not freed at the end can still be reached";
  bool leak = track
              || (run.target && run.target->kind == ir::TargetKind::Check
                  && run.target->property == Property::ValidMemcleanup);
  if (leak && entry_is_called(problem.program))
    return "the entry function is called, so its return need not be the end";
  if (!run.assumed && ends_at_uninitialised(problem.program, run)) return {};
  return objection_to_unknown(files, run);
}

ir::Reading reading_for(const Problem& problem) {
  bool every_read = problem.events().overflows;
  return {.notice = every_read ? ir::Notice::EveryRead : ir::Notice::SteeringReads,
          .zero_uninitialised = problem.program.free_uninitialised};
}

ir::Interpreter interpreter_for(const Problem& problem) {
  return ir::Interpreter(problem.program, reading_for(problem));
}

namespace {

/// What the execution says of memory that the run did not ask for.
std::string objection_to_heap(const Problem& problem,
                              const std::vector<HeapContents>& given,
                              const std::vector<HeapContents>& used) {
  if (!given.empty() && !problem.program.free_uninitialised)
    return "what lies in memory that is not initialised is not for the environment to choose";
  for (const HeapContents& contents : given)
    if (std::ranges::none_of(used, [&](const HeapContents& u) {
          return u.number == contents.number && u.bytes == contents.bytes;
        }))
      return fmt::format("the execution makes no object {} of {} bytes or more",
                         contents.number,
                         contents.bytes.size());
  return {};
}

} // namespace

namespace {

/// Ends a run at its first signed overflow.
class UntilOverflow : public ir::OverflowTracer {
public:
  struct Reached {};
  void step(const Step& step) override {
    if (!step.returned) ++steps_;
  }
  void overflow() override { throw Reached{}; }
  /// The one that overflows included.
  std::uint64_t steps() const { return steps_ + 1; }

private:
  std::uint64_t steps_ = 0;
};

/// The number of steps up to the violation: nothing that comes behind an overflow belongs to the execution.
std::uint64_t steps_to_violation(const Problem& problem,
                                 const Execution& execution,
                                 const ir::RunOptions& options) {
  if (!problem.events().overflows) return execution.steps;
  ir::InputList list = inputs_of(execution);
  FittingInputs fitting(list);
  UntilOverflow tracer;
  try {
    interpreter_for(problem).run(fitting, options, &tracer);
  } catch (const UntilOverflow::Reached&) {
    return std::min(execution.steps, tracer.steps());
  }
  return execution.steps;
}

Replay replay(const Problem& problem, const Execution& execution, Budget& budget, Trace* trace) {
  Replay result;
  result.objection = refusal<Execution>(problem);
  if (!result.accepted()) return result;
  ir::InputList list = inputs_of(execution);
  FittingInputs fitting(list);
  InputRecorder recorder(fitting);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.max_steps = execution.steps;
  options.targets = problem.targets;
  options.budget = &budget;
  options.max_steps = steps_to_violation(problem, execution, options);
  if (trace != nullptr) trace->watch(recorder);
  result.run = interpreter_for(problem).run(recorder, options, trace);
  if (trace != nullptr) trace->finish();
  result.inputs = recorder.inputs();
  result.heap = recorder.heap();
  result.objection = objection_to(problem, result.run);
  if (result.accepted()) result.objection = fitting.objection();
  if (result.accepted()) result.objection = objection_to_heap(problem, execution.heap, result.heap);
  return result;
}

} // namespace

Replay replay(const Problem& problem, const Execution& execution, Budget& budget) {
  return replay(problem, execution, budget, nullptr);
}

Replay replay(const Problem& problem, const Execution& execution, Budget& budget, Trace& trace) {
  return replay(problem, execution, budget, &trace);
}

std::string
objection_to_addresses(const Problem& problem, const Execution& execution, Budget& budget) {
  ir::RunOptions options;
  options.integers = problem.integers;
  options.max_steps = execution.steps;
  options.targets = problem.targets;
  options.budget = &budget;
  bool zeroed = problem.program.free_uninitialised;
  return objection_to_addresses(
      problem, inputs_of(execution), {.zero_uninitialised = zeroed}, options);
}

} // namespace kleene::evidence
