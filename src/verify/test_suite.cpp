// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/test_suite.h"

#include "kleene/evidence/addresses.h"
#include "kleene/evidence/file.h"
#include "kleene/ir/order_choice.h"

#include <algorithm>
#include <random>

namespace kleene::verify {
namespace {

using Numbers = std::map<std::pair<std::size_t, std::size_t>, std::size_t>;

class BranchTracer : public ir::Tracer {
public:
  BranchTracer(const ir::Program& program, const Numbers& numbers)
      : program_(program), numbers_(numbers) {}
  void step(const Step& step) override {
    const std::vector<ir::Edge>& edges = program_.procedure(step.procedure).edges;
    auto number =
        numbers_.find({step.procedure.index(), static_cast<std::size_t>(step.edge - edges.data())});
    if (number != numbers_.end()) taken_.insert(number->second);
  }
  const std::set<std::size_t>& taken() const { return taken_; }

private:
  const ir::Program& program_;
  const Numbers& numbers_;
  std::set<std::size_t> taken_;
};

/// Inputs of an execution, then zeros if wanted. Orders of evaluation are always gcc's.
class TestInputs : public ir::InputList {
public:
  TestInputs(std::vector<Integer> values, std::map<std::uint64_t, std::string> heap, bool zeros)
      : InputList(std::move(values), std::move(heap)), zeros_(zeros) {}
  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (request.origin == ir::order_choice) return 0;
    std::optional<Integer> value = InputList::next(request);
    return value || !zeros_ ? value : Integer(0);
  }

private:
  bool zeros_;
};

bool ends(ir::Ending ending) {
  return ending == ir::Ending::Returned || ending == ir::Ending::Exited
         || ending == ir::Ending::Aborted || ending == ir::Ending::AssertionFailed
         || ending == ir::Ending::InputsExhausted;
}

} // namespace

/// Values for a run: all from a small set, or anything.
class TestSuite::Sampler : public ir::InputSource {
public:
  explicit Sampler(unsigned seed) : random_(seed), round_(seed) {}
  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (request.origin == ir::order_choice) return 0;
    constexpr std::size_t most = 300;
    if (++count_ > most) return std::nullopt;
    if (request.kind == ir::InputKind::Edge) return pick(request.choices);
    if (round_ == 0) return 0;
    if (!request.type.is_machine()) return pick(2);
    switch (pick(4)) {
    case 0:
      return Integer(pick(3)) - 1;
    case 1:
      return Integer(pick(130)) - 5;
    case 2:
      return pick(2) == 0 ? min_value(request.type) : max_value(request.type);
    default:
      return Integer(random_());
    }
  }

private:
  std::size_t pick(std::size_t choices) { return choices == 0 ? 0 : random_() % choices; }
  std::mt19937 random_;
  unsigned round_;
  std::size_t count_ = 0;
};

TestSuite::TestSuite(const evidence::Problem& problem,
                     const std::vector<transform::Branch>& branches,
                     Budget& budget)
    : problem_(problem),
      budget_(budget),
      interpreter_(problem.program,
                   {ir::Notice::SteeringReads, problem.program.free_uninitialised}) {
  for (std::size_t i = 0; i < branches.size(); ++i)
    numbers_[{branches[i].procedure.index(), branches[i].edge}] = i;
}

std::optional<Test> TestSuite::run(ir::InputSource& inputs) const {
  ir::RunOptions options;
  options.integers = problem_.integers;
  options.max_steps = 200'000;
  options.max_depth = 10'000;
  options.budget = &budget_;
  BranchTracer tracer(problem_.program, numbers_);
  evidence::InputRecorder recorder(inputs);
  Test test;
  test.replay.run = interpreter_.run(recorder, options, &tracer);
  const ir::RunResult& run = test.replay.run;
  if (!ends(run.ending) || run.indeterminate || run.assumed || run.foreign) return std::nullopt;
  test.replay.inputs = recorder.inputs();
  test.replay.heap = recorder.heap();
  test.takes = tracer.taken();
  return test;
}

void TestSuite::sample(Budget& budget) {
  constexpr unsigned runs = 200;
  std::set<std::size_t> covered = taken();
  for (unsigned i = 0; i < runs && covered.size() < numbers_.size() && !budget.exhausted(); ++i) {
    Sampler inputs(i);
    std::optional<Test> test = run(inputs);
    if (test && test->replay.inputs.empty() && i > 0) return; // always the same
    if (!test || std::ranges::includes(covered, test->takes)) continue;
    covered.insert(test->takes.begin(), test->takes.end());
    tests_.push_back(std::move(*test));
  }
}

std::set<std::size_t> TestSuite::add(const evidence::Execution& execution) {
  std::vector<Integer> values;
  for (const evidence::Input& input : execution.inputs) {
    if (input.origin != ir::order_choice)
      values.push_back(input.value);
    else if (input.value != 0)
      return {};
  }
  std::map<std::uint64_t, std::string> heap;
  for (const evidence::HeapContents& contents : execution.heap)
    heap[contents.number] = contents.bytes;
  for (bool zeros : {true, false}) {
    TestInputs inputs(values, heap, zeros);
    if (std::optional<Test> test = run(inputs)) {
      tests_.push_back(std::move(*test));
      return tests_.back().takes;
    }
  }
  return {};
}

std::set<std::size_t> TestSuite::taken() const {
  std::set<std::size_t> result;
  for (const Test& test : tests_)
    result.insert(test.takes.begin(), test.takes.end());
  return result;
}

/// One by one, those that take the fewest branches first.
void TestSuite::drop_superfluous() {
  std::ranges::stable_sort(tests_, {}, [](const Test& t) { return t.takes.size(); });
  const std::set<std::size_t> all = taken();
  for (std::size_t i = 0; i < tests_.size();) {
    Test test = std::move(tests_[i]);
    tests_.erase(tests_.begin() + static_cast<std::ptrdiff_t>(i));
    if (taken() == all) continue;
    tests_.insert(tests_.begin() + static_cast<std::ptrdiff_t>(i), std::move(test));
    ++i;
  }
}

std::string TestSuite::confirm(const evidence::NativeProgram& program) {
  drop_superfluous();
  std::string objection;
  std::erase_if(tests_, [&](Test& test) {
    try {
      test.native = evidence::replay_natively(problem_, test.replay, program, budget_);
    } catch (const ResourceOut& limit) {
      test.native.not_run = limit.what();
    }
    std::string doubt = test.native.objection;
    // Where nothing ran natively, the addresses that the interpreter chose must not matter.
    if (doubt.empty() && !test.native.not_run.empty())
      doubt = evidence::objection_to_addresses(
          problem_, {test.replay.inputs, test.replay.run.steps, test.replay.heap}, budget_);
    if (doubt.empty()) return false;
    if (objection.empty()) objection = doubt;
    return true;
  });
  return objection;
}

Result<DecidedChecks> decide_branches(const ir::Program& program,
                                      const std::vector<transform::Branch>& branches,
                                      TestSuite& suite,
                                      CheckingOptions options) {
  auto make = [&](const std::set<std::size_t>& dropped, transform::Uninitialised /*unused*/) {
    return transform::with_branch_sites(program, branches, dropped);
  };
  const transform::Checked all = make({}, transform::Uninitialised::AnyValue);
  options.known = suite.taken();
  options.also = [&](const Told& told) {
    auto read = evidence::read_evidence(told.evidence, all.transformed.program);
    const auto* execution = read ? std::get_if<evidence::Execution>(&read->evidence) : nullptr;
    return execution == nullptr ? std::set<std::size_t>{} : suite.add(*execution);
  };
  try {
    return decide_all_sites(program, make, options);
  } catch (const ResourceOut& limit) {
    DecidedChecks none;
    for (const transform::CheckSite& site : all.sites)
      none.checks.push_back({site, CheckOutcome::Unknown, limit.what(), {}});
    return none;
  }
}

} // namespace kleene::verify
