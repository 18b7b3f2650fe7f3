// SPDX-License-Identifier: Apache-2.0
#include "stem.h"

#include <fmt/core.h>

#include <set>

#include "address_check.h"
#include "inputs.h"

namespace kleene::evidence {
namespace {

bool is_scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

/// Whether every execution with the same inputs writes the same values there. The interpreter takes
/// some value where nobody knows one, and some address where there are others.
bool is_known(const ir::Statement& statement) {
  if (const auto* havoc = std::get_if<ir::Havoc>(&statement))
    return havoc->choice == ir::Choice::Input;
  return std::holds_alternative<ir::Assign>(statement)
         || std::holds_alternative<ir::Call>(statement);
}

/// The last place and the values of the variables that are visible there.
class Recorder : public ir::Tracer {
public:
  Recorder(const ir::Program& program, ir::Tracer* trace)
      : procedure(program.entry),
        location(program.procedure(program.entry).entry),
        program_(program),
        trace_(trace),
        frames_(1) {}

  void step(const Step& step) override {
    if (trace_ != nullptr) trace_->step(step);
    if (step.returned) frames_.pop_back();
    procedure = step.procedure;
    location = step.edge->to;
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    if (call != nullptr && !step.returned) {
      frames_.emplace_back();
      procedure = call->callee;
      location = program_.procedure(call->callee).entry;
    }
    for (auto [variable, value] : step.written) {
      bool local = program_.variable(variable).owner.valid();
      std::map<VarId, Integer>& home = local ? frames_.back() : globals;
      changed_.insert(variable);
      if (is_known(step.edge->statement))
        home[variable] = value;
      else
        home.erase(variable);
    }
  }

  const std::map<VarId, Integer>& locals() const { return frames_.back(); }
  bool changed(VarId v) const { return changed_.contains(v); }
  std::map<VarId, Integer> globals;
  ir::ProcId procedure;
  ir::LocId location;

private:
  const ir::Program& program_;
  ir::Tracer* trace_;
  std::vector<std::map<VarId, Integer>> frames_;
  std::set<VarId> changed_;
};

/// The globals that nothing was written to have their values of the start.
void add_start(const ir::Program& program, const std::vector<Input>& inputs, Recorder& end) {
  std::size_t used = 0;
  for (VarId g : program.globals) {
    const ir::Variable& v = program.variable(g);
    if (!is_scalar(v.type)) continue;
    std::optional<Integer> value;
    if (v.initial && v.initial->is_constant())
      value = v.initial->value();
    else if (!v.initial && used < inputs.size())
      value = inputs[used++].value;
    if (value && !end.changed(g)) end.globals[g] = *value;
  }
}

} // namespace

StemEnd run_stem(const Problem& problem, const Execution& stem, Budget& budget, Trace* trace) {
  const ir::Program& program = problem.program;
  std::vector<Integer> values;
  for (const Input& input : stem.inputs)
    values.push_back(input.value);
  ir::InputList list(values);
  FittingInputs fitting(list);
  InputRecorder inputs(fitting);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.max_steps = stem.steps;
  options.budget = &budget;
  if (trace != nullptr) trace->watch(inputs);
  Recorder end(program, trace);
  ir::RunResult run = ir::Interpreter(program).run(inputs, options, &end);
  if (trace != nullptr) trace->finish();
  add_start(program, inputs.inputs(), end);
  StemEnd result{{}, end.procedure, end.location, std::move(end.globals), end.locals()};
  if (run.indeterminate || run.assumed)
    result.objection = "the stem depends on an unknown value";
  else if (run.ending != ir::Ending::StepLimit)
    result.objection =
        fmt::format("the stem does not run to its end: {}", ir::describe(run.ending));
  else
    result.objection = fitting.objection();
  if (result.objection.empty())
    result.objection = objection_to_addresses(problem, ir::InputList(values), {}, options);
  return result;
}

} // namespace kleene::evidence
