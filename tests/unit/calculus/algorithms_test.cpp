// SPDX-License-Identifier: Apache-2.0
// The shipped algorithms on random recursive systems, compared with explicit sets of states.
#include "kleene/calculus/algorithms.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "run_text.h"

namespace kleene::calculus {
namespace {

/// A program by its transitions. States are numbers; bits are module, two of pc, global, local.
class RandomProgram {
public:
  explicit RandomProgram(std::mt19937& random) : random_(random) {
    for (int i = 0; i < 22; ++i) {
      int u = any_state();
      internal_.insert({u, state(module(u), pick(4), pick(2), pick(2))});
    }
    for (int i = 0; i < 7; ++i) {
      int u = any_state();
      call_.insert({u, state(pick(2), 0, global(u), pick(2))});
    }
    for (int i = 0; i < 4; ++i)
      exit_.insert(any_state());
    for (auto [u, y] : call_)
      for (int x : exit_)
        if (module(x) == module(y) && pick(4) != 0)
          return_.insert({u, x, state(module(u), pick(4), global(x), pick(2))});
    for (int i = 0; i < 3; ++i)
      target_.insert(any_state());
    init_ = state(0, 0, pick(2), pick(2));
    summarise();
  }

  std::string text() const {
    std::string result = "enum Module { main, f }; enum PC { 0..3 }; class Global { bool g; };"
                         "class Local { bool l; };"
                         "class State { Module mod; PC pc; Global G; Local L; };\n";
    auto at = [](const std::string& variable, int s) {
      return variable + ".mod = " + (module(s) == 0 ? "main" : "f") + " & " + variable + ".pc = "
             + std::to_string(pc(s)) + " & " + variable + ".G.g = " + std::to_string(global(s))
             + " & " + variable + ".L.l = " + std::to_string(s & 1);
    };
    auto finish = [&](std::string rows) { result += (rows.empty() ? "0" : rows) + ";\n"; };
    std::string rows;
    auto row = [&](const std::string& text) { rows += (rows.empty() ? "" : " | ") + text; };
    for (auto [u, v] : internal_)
      row(at("u", u) + " & " + at("v", v));
    result += "bool ProgramInt(State u, State v) ";
    finish(std::exchange(rows, ""));
    for (auto [u, v] : call_)
      row(at("u", u) + " & " + at("v", v));
    result += "bool IntoCall(State u, State v) ";
    finish(std::exchange(rows, ""));
    for (auto [u, x, v] : return_)
      row(at("u", u) + " & " + at("x", x) + " & " + at("v", v));
    result += "bool Return(State u, State x, State v) ";
    finish(std::exchange(rows, ""));
    for (int u : exit_)
      row(at("u", u));
    result += "bool Exit(State u) ";
    finish(std::exchange(rows, ""));
    for (int u : target_)
      row(at("u", u));
    result += "bool Target(State u) ";
    finish(std::exchange(rows, ""));
    result += "bool Init(State u) " + at("u", init_) + ";\n";
    result += "bool Entry(State u) u.pc = 0;\n";
    return result;
  }

  bool reachable() const {
    for (auto [u, v] : summary_)
      if (target_.contains(v)) return true;
    return false;
  }

  bool infinite() const {
    std::set<int> alive;
    for (auto [u, v] : summary_)
      alive.insert(v);
    for (bool changed = true; changed;) {
      changed = false;
      for (int u : std::set<int>(alive)) {
        if (goes_on(u, alive)) continue;
        alive.erase(u);
        changed = true;
      }
    }
    return alive.contains(init_);
  }

private:
  int pick(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  int any_state() { return state(pick(2), pick(4), pick(2), pick(2)); }
  static int state(int module, int pc, int global, int local) {
    return module << 4 | pc << 2 | global << 1 | local;
  }
  static int module(int s) { return s >> 4; }
  static int pc(int s) { return s >> 2 & 3; }
  static int global(int s) { return s >> 1 & 1; }

  /// Pairs of a reachable entry and a state reached from it, by adding until nothing is new.
  void summarise() {
    summary_.insert({init_, init_});
    for (std::size_t size = 0; size != summary_.size();) {
      size = summary_.size();
      for (auto [u, x] : std::set<std::pair<int, int>>(summary_)) {
        for (auto [from, to] : internal_)
          if (from == x) summary_.insert({u, to});
        for (auto [from, y] : call_) {
          if (from != x) continue;
          summary_.insert({y, y});
          for (auto [caller, exit, after] : return_)
            if (caller == x && summary_.contains({y, exit})) summary_.insert({u, after});
        }
      }
    }
  }

  bool goes_on(int u, const std::set<int>& alive) const {
    for (auto [from, to] : internal_)
      if (from == u && alive.contains(to)) return true;
    for (auto [from, y] : call_) {
      if (from != u) continue;
      if (alive.contains(y)) return true;
      for (auto [caller, exit, after] : return_)
        if (caller == u && summary_.contains({y, exit}) && alive.contains(after)) return true;
    }
    return false;
  }

  std::mt19937& random_;
  std::set<std::pair<int, int>> internal_;
  std::set<std::pair<int, int>> call_;
  std::set<std::tuple<int, int, int>> return_;
  std::set<int> exit_;
  std::set<int> target_;
  int init_ = 0;
  std::set<std::pair<int, int>> summary_;
};

TEST(Algorithms, AgreeWithExplicitSets) {
  std::mt19937 random(99);
  int reachable = 0;
  int infinite = 0;
  for (int round = 0; round < 30 && !HasFailure(); ++round) {
    RandomProgram program(random);
    std::string text = program.text();
    for (const std::string& name : shipped_algorithms()) {
      if (name == "contexts") continue; // takes the relations of concurrent programs
      TextRun run = run_text(text + std::string(*shipped_algorithm(name)));
      EXPECT_EQ(run.error, "") << name;
      bool expected = name == "nonterm" ? program.infinite() : program.reachable();
      EXPECT_EQ(run.truths, expected ? "T" : "F") << name << "\n" << text;
    }
    reachable += program.reachable() ? 1 : 0;
    infinite += program.infinite() ? 1 : 0;
  }
  // The programs are worth comparing.
  EXPECT_GT(reachable, 5);
  EXPECT_LT(reachable, 25);
  EXPECT_GT(infinite, 5);
  EXPECT_LT(infinite, 25);
}

TEST(Algorithms, AreKnownByName) {
  EXPECT_TRUE(shipped_algorithm("ef-opt").has_value());
  EXPECT_FALSE(shipped_algorithm("nobody").has_value());
  EXPECT_EQ(shipped_algorithms().size(), 6U);
}

} // namespace
} // namespace kleene::calculus
