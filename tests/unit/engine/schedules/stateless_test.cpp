// SPDX-License-Identifier: Apache-2.0
// Random programs with two or three threads: the stateless search against all orders of turns, taken one by one.
#include "kleene/engine/schedules/stateless.h"
#include "kleene/ir/text.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace kleene::engine::schedules {
namespace {

/// KLEENE_RANDOM_PROGRAMS: how many; 60 unless set.
std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 60 : std::strtoull(text, nullptr, 10);
}

/// The first thread only creates the others. These are straight lines of reads, writes, atomic sections, waits, assumptions and assertions.
class Writer {
public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string program() {
    unsigned threads = 2 + (below(3) == 0 ? 1 : 0);
    std::string text = "atomic atomic;\nglobal atomic: bool = false;\n";
    for (const char* v : {"x", "y", "z"})
      text += fmt::format("global {}: i32 = 0;\n", v);
    for (unsigned t = 0; t < threads; ++t)
      text += fmt::format("proc t{}() {{\n{}}}\n", t, body(threads == 2 ? 3 : 2));
    std::string main = "proc main() {\n";
    main += fmt::format("  exit L{};\n", threads);
    for (unsigned t = 0; t < threads; ++t)
      main += fmt::format("  L{} -> L{}: spawn t{}();\n", t, t + 1, t);
    return text + main + "}\n";
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string variable() { return std::string(1, "xyz"[below(3)]); }
  void edge(std::string_view statement) {
    lines_ += fmt::format("  L{} -> L{}: {};\n", at_, at_ + 1, statement);
    ++at_;
  }

  void access() {
    switch (below(4)) {
    case 0:
      return edge(fmt::format("{} := {}", variable(), below(3)));
    case 1:
      return edge(fmt::format("r := {}", variable()));
    default:
      return edge(fmt::format("{} := r + 1", variable()));
    }
  }

  void step() {
    switch (below(7)) {
    case 0:
      edge("before := atomic, atomic := true");
      access();
      access();
      return edge("atomic := before");
    case 1:
      edge("before := atomic, atomic := true");
      edge(fmt::format("r := {}", variable()));
      edge(fmt::format("assume[guard] r == {}", below(2)));
      return edge("atomic := before");
    case 2:
      edge(fmt::format("r := {}", variable()));
      return edge(fmt::format("assume r == {}", below(2)));
    case 3: {
      edge(fmt::format("r := {}", variable()));
      unsigned value = 1 + below(3);
      targets_.push_back(at_ + 1000);
      lines_ += fmt::format("  L{} -> L{}: assume r == {};\n", at_, at_ + 1000, value);
      return edge(fmt::format("assume r != {}", value));
    }
    default:
      return access();
    }
  }

  std::string body(unsigned steps) {
    lines_.clear();
    targets_.clear();
    at_ = 0;
    edge("r := 0");
    for (unsigned i = 0; i < steps; ++i)
      step();
    std::string head = "  local r: i32;\n  local before: bool;\n";
    head += fmt::format("  exit L{};\n", at_);
    for (unsigned t : targets_)
      head += fmt::format("  location L{} target assertion;\n", t);
    return head + lines_;
  }

  std::mt19937_64 random_;
  std::string lines_;
  std::vector<unsigned> targets_;
  unsigned at_ = 0;
};

class NoInputs : public ir::InputSource {
public:
  std::optional<Integer> next(const ir::InputRequest&) override { return std::nullopt; }
};

/// A turn that was taken, and what it touched.
struct Event {
  std::size_t thread = 0;
  std::size_t number = 0; ///< among the turns of its thread
  std::vector<ir::SharedAccess> accesses;
  bool creates = false;
  bool with_all = false; ///< it comes before or behind every other turn
};

bool ordered(const Event& a, const Event& b) {
  if (a.thread == b.thread || a.with_all || b.with_all || (a.creates && b.creates)) return true;
  for (const ir::SharedAccess& x : a.accesses)
    for (const ir::SharedAccess& y : b.accesses)
      if (x.variable == y.variable && (x.write || y.write)) return true;
  return false;
}

/// Equal for executions that differ in the order of neighbours only that have nothing in common.
std::set<std::string> trace(const std::vector<Event>& events) {
  std::set<std::string> result;
  auto name = [](const Event& e) { return fmt::format("{}.{}", e.thread, e.number); };
  for (std::size_t i = 0; i < events.size(); ++i) {
    result.insert(name(events[i]));
    for (std::size_t j = i + 1; j < events.size(); ++j)
      if (ordered(events[i], events[j])) result.insert(name(events[i]) + "<" + name(events[j]));
  }
  return result;
}

/// Every order of turns.
class All {
public:
  explicit All(const evidence::Problem& problem) : threads_(problem.program) {
    options_.targets = problem.targets;
    run_ = threads_.start(inputs_, options_);
  }

  void explore() {
    std::unique_ptr<ir::Moment> here = run_->save();
    bool any = false;
    for (std::size_t t = 0; t < run_->threads(); ++t) {
      if (run_->may_run(t) && take(t)) {
        any = true;
        explore();
        events_.pop_back();
      }
      run_->restore(*here);
    }
    if (any) return;
    ++executions;
    traces.insert(trace(events_));
  }

  std::set<std::string> follow(const std::vector<ir::Slice>& slices) {
    std::unique_ptr<ir::Moment> start = run_->save();
    events_.clear();
    for (const ir::Slice& slice : slices)
      for (std::uint64_t i = 0; i < slice.steps; ++i)
        EXPECT_TRUE(run_->may_run(slice.thread) && take(slice.thread));
    std::set<std::string> result = trace(events_);
    events_.clear();
    run_->restore(*start);
    return result;
  }

  bool violated = false;
  std::uint64_t executions = 0;
  std::set<std::set<std::string>> traces;

private:
  std::vector<bool> runnable(std::size_t but) const {
    std::vector<bool> result;
    for (std::size_t t = 0; t < run_->threads(); ++t)
      result.push_back(t != but && run_->may_run(t));
    return result;
  }

  /// False if the turn is not possible or reaches a target.
  bool take(std::size_t thread) {
    std::size_t number = 0;
    for (const Event& e : events_)
      number += e.thread == thread ? 1 : 0;
    std::vector<bool> before = runnable(thread);
    ir::Turn turn = run_->take(thread);
    violated |= turn == ir::Turn::Target;
    if (turn == ir::Turn::Waits || turn == ir::Turn::WaitsLate || turn == ir::Turn::Target)
      return false;
    std::vector<bool> after = runnable(thread);
    bool creates = after.size() > before.size();
    after.resize(before.size());
    bool with_all = after != before;
    events_.push_back({thread, number, run_->accesses(), creates, with_all});
    return true;
  }

  NoInputs inputs_;
  ir::RunOptions options_;
  ir::ThreadedProgram threads_;
  std::unique_ptr<ir::ThreadedRun> run_;
  std::vector<Event> events_;
};

evidence::Problem problem_about(const ir::Program& program) {
  return {program, Property::UnreachCall, {{}, true, {}}, IntegerModel::Machine};
}

TEST(Stateless, OneExecutionForEachTraceOfRandomPrograms) {
  std::uint64_t all = 0;
  std::uint64_t traces = 0;
  std::uint64_t taken = 0;
  std::uint64_t abandoned = 0;
  std::size_t violated = 0;
  for (std::uint64_t seed = 1; seed <= count(); ++seed) {
    std::string text = Writer(seed).program();
    Result<ir::Program> program = ir::parse(text, "random.ir");
    ASSERT_TRUE(program.ok()) << text << render(program.error());
    evidence::Problem problem = problem_about(program.value());
    All every(problem);
    every.explore();
    Budget budget;
    Stateless search(problem, budget);
    Stateless::Result found = search.run({}, true);
    EXPECT_EQ(found.found.has_value(), every.violated) << text;
    EXPECT_EQ(found.incomplete, "");
    violated += every.violated ? 1 : 0;
    if (every.violated) continue;
    std::set<std::set<std::string>> seen;
    for (const std::vector<ir::Slice>& slices : found.schedules)
      EXPECT_TRUE(seen.insert(every.follow(slices)).second) << "twice: " << text;
    EXPECT_EQ(seen, every.traces) << text;
    all += every.executions;
    traces += every.traces.size();
    taken += found.executions;
    abandoned += found.abandoned;
  }
  fmt::print("{} executions in every order, {} traces, {} executions taken, {} abandoned; {} of {} "
             "programs violate\n",
             all,
             traces,
             taken,
             abandoned,
             violated,
             count());
  EXPECT_LT(10 * taken, all);
  EXPECT_LT(abandoned, taken);
}

TEST(Stateless, FewPreemptionsLeaveExecutionsOut) {
  Result<ir::Program> program = ir::parse(R"(atomic atomic;
global atomic: bool = false;
global x: i32 = 0;
proc inc() {
  local r: i32;
  exit L2;
  L0 -> L1: r := x;
  L1 -> L2: x := r + 1;
}
proc main() {
  local r: i32;
  exit L4;
  location L5 target assertion;
  L0 -> L1: spawn inc();
  L1 -> L2: r := x;
  L2 -> L3: x := r + 1;
  L3 -> L4: skip;
  L3 -> L5: assume x == 7;
}
)",
                                          "lost.ir");
  ASSERT_TRUE(program.ok()) << render(program.error());
  evidence::Problem problem = problem_about(program.value());
  Budget budget;
  Stateless search(problem, budget);
  Stateless::Result none = search.run({.preemptions = 0});
  EXPECT_TRUE(none.preempted);
  Stateless::Result all = search.run({});
  EXPECT_FALSE(all.preempted);
  EXPECT_LT(none.executions, all.executions);
  Stateless::Result short_ones = search.run({.turns = 2});
  EXPECT_TRUE(short_ones.endless);
}

} // namespace
} // namespace kleene::engine::schedules
