// SPDX-License-Identifier: Apache-2.0
#include "samples.h"

#include "kleene/ir/interpreter.h"

#include <algorithm>
#include <array>
#include <random>
#include <set>

namespace kleene::engine::linear {
namespace {

using domain::Layout;
using domain::PresburgerDomain;
using ir::ProcId;
using presburger::Point;

constexpr int runs = 400;
constexpr std::uint64_t steps_per_run = 12'000;
constexpr std::uint64_t steps_in_all = 600'000;
constexpr std::size_t depth_of_run = 200;
constexpr std::size_t inputs_per_run = 200;
constexpr std::size_t samples_per_location = 400;
constexpr std::size_t new_samples_per_run = 50; // what one run has in common says nothing of others

/// Small numbers, of a range that differs from run to run.
class SmallInputs : public ir::InputSource {
public:
  SmallInputs(std::mt19937& random, Integer low, Integer high)
      : random_(random), low_(low), high_(high) {}

  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (given_.size() >= inputs_per_run) return std::nullopt;
    bool edge = request.kind == ir::InputKind::Edge;
    Integer low = edge ? 0 : low_;
    Integer high = edge ? static_cast<Integer>(request.choices) - 1 : high_;
    given_.push_back(low + static_cast<Integer>(random_()) % (high - low + 1));
    return given_.back();
  }
  const std::vector<Integer>& given() const { return given_; }

private:
  std::mt19937& random_;
  Integer low_;
  Integer high_;
  std::vector<Integer> given_;
};

/// Keeps the values of all variables along a run, and the pairs it meets.
class Collector : public ir::Tracer {
public:
  Collector(const PresburgerDomain& domain, const SmallInputs& inputs, std::mt19937& random)
      : domain_(domain), inputs_(inputs), random_(random) {}

  std::vector<std::vector<std::set<Point>>>* into = nullptr;
  std::size_t limit = 0; ///< on the samples of a location

  void step(const Step& step) override {
    const ir::Program& program = domain_.program();
    if (frames_.empty()) begin();
    if (step.returned) frames_.pop_back();
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    bool enters = call != nullptr && !step.returned;
    if (enters) frames_.emplace_back();
    for (auto [variable, value] : step.written)
      (program.variable(variable).owner.valid() ? frames_.back().locals : globals_)[variable] =
          value;
    ProcId f = enters ? call->callee : step.procedure;
    if (enters) frames_.back().entry = vector(domain_.layout(f).entry);
    record(f, enters ? program.procedure(f).entry : step.edge->to);
  }

private:
  struct SampledCall {
    std::map<VarId, Integer> locals;
    Point entry;
  };

  /// The globals that the program starts with; the first inputs are those without initial value.
  void begin() {
    const ir::Program& program = domain_.program();
    std::size_t used = 0;
    for (VarId g : program.globals)
      if (const auto& initial = program.variable(g).initial; initial && initial->is_constant())
        globals_[g] = initial->value();
      else if (used < inputs_.given().size())
        globals_[g] = inputs_.given()[used++];
    frames_.emplace_back();
    frames_.back().entry = vector(domain_.layout(program.entry).entry);
  }

  Point vector(const std::vector<VarId>& variables) {
    Point result;
    for (VarId v : variables) {
      const auto& values =
          domain_.program().variable(v).owner.valid() ? frames_.back().locals : globals_;
      auto known = values.find(v);
      result.push_back(known != values.end() ? known->second
                                             : static_cast<Integer>(random_() % 1000));
    }
    return result;
  }

  void record(ProcId f, ir::LocId l) {
    std::set<Point>& known = (*into)[f.index()][l.index()];
    if (known.size() >= limit) return;
    Point pair = frames_.back().entry;
    Point state = vector(domain_.layout(f).state);
    pair.insert(pair.end(), state.begin(), state.end());
    known.insert(std::move(pair));
  }

  const PresburgerDomain& domain_;
  const SmallInputs& inputs_;
  std::mt19937& random_;
  std::map<VarId, Integer> globals_;
  std::vector<SampledCall> frames_;
};

} // namespace

std::vector<Samples> sample_executions(const PresburgerDomain& domain, Budget& budget) {
  static constexpr std::array<std::pair<int, int>, 4> ranges{{{-3, 3}, {0, 8}, {0, 30}, {-50, 50}}};
  const ir::Program& program = domain.program();
  std::vector<std::vector<std::set<Point>>> found;
  for (const ir::Procedure& p : program.procedures)
    found.emplace_back(p.locations.size());
  std::mt19937 random(1);
  ir::Interpreter interpreter(program);
  ir::RunOptions options;
  options.integers = IntegerModel::Math;
  options.max_steps = steps_per_run;
  options.max_depth = depth_of_run;
  options.budget = &budget;
  std::uint64_t steps = 0;
  for (int run = 0; run < runs && steps < steps_in_all; ++run) {
    auto [low, high] = ranges[static_cast<std::size_t>(run) % ranges.size()];
    SmallInputs inputs(random, low, high);
    Collector collector(domain, inputs, random);
    collector.into = &found;
    collector.limit =
        std::min(samples_per_location, new_samples_per_run * static_cast<std::size_t>(run + 1));
    steps += interpreter.run(inputs, options, &collector).steps;
  }
  std::vector<Samples> result;
  for (const auto& procedure : found) {
    result.emplace_back();
    for (const std::set<Point>& points : procedure)
      result.back().emplace_back(points.begin(), points.end());
  }
  return result;
}

} // namespace kleene::engine::linear
