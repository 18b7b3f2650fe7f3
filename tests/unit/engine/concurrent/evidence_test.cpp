// SPDX-License-Identifier: Apache-2.0
// Evidence about threads as text: what is written is read back the same and accepted, and a changed text
// is not.
#include "kleene/engine/concurrent/concurrent.h"
#include "kleene/evidence/file.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <regex>

namespace kleene::engine::concurrent {
namespace {

const char* const threads = R"(
decl x, y; init !y;
thread A begin
  void f(b) begin
    if (*) then f(b); fi
    assert(b = x);
  end
  void main() begin decl c; c := x; f(c); end
end
thread B begin void main() begin while (*) do y := !y; od end end)";

class ThreadEvidence : public testing::Test {
protected:
  void read(const std::string& text) {
    auto result = frontend::boolean::read_boolean_text("threads.bp", text, {});
    ASSERT_TRUE(result.ok()) << render(result.error());
    program_ = std::move(result->program);
  }

  evidence::Problem problem() const {
    return {.program = program_,
            .targets = frontend::boolean::default_targets(),
            .context_switches = {},
            .rounds = {}};
  }

  /// Why evidence of one of the kinds about threads is not accepted; empty if it is.
  std::string objection(const evidence::Evidence& evidence) const {
    Budget budget;
    if (const auto* schedule = std::get_if<evidence::Schedule>(&evidence))
      return evidence::replay(problem(), *schedule, budget).objection;
    if (const auto* proof = std::get_if<evidence::InterleavingProof>(&evidence))
      return evidence::judge(problem(), *proof, budget).objection;
    return evidence::judge(problem(), std::get<evidence::StackProof>(evidence), budget).objection;
  }

  std::string objection(const std::string& text) const {
    Result<evidence::EvidenceFile> file = evidence::read_evidence(text, program_);
    return file ? objection(file->evidence) : file.error().message;
  }

  /// The text, which has to be that of the evidence read back.
  std::string text_of(const evidence::Evidence& evidence) const {
    std::string text = evidence::write_evidence(problem(), evidence);
    Result<evidence::EvidenceFile> file = evidence::read_evidence(text, program_);
    EXPECT_TRUE(file.ok()) << (file.ok() ? "" : render(file.error())) << text;
    if (file.ok()) {
      std::string again = evidence::write_evidence(problem(), file->evidence);
      EXPECT_EQ(without_comments(again), without_comments(text));
    }
    return text;
  }

  template <class Kind>
  Kind solved(Answer (*engine)(const evidence::Problem&, Budget&, Observer&)) const {
    Budget budget;
    Answer answer = engine(problem(), budget, silent_observer());
    const Kind* found = std::get_if<Kind>(&answer);
    EXPECT_NE(found, nullptr);
    return found == nullptr ? Kind{} : *found;
  }

  /// The places of inputs are comments, which nobody reads.
  static std::string without_comments(const std::string& text) {
    return std::regex_replace(text, std::regex("  # [^\n]*"), "");
  }

  /// Without the first line that begins so.
  static std::string without(const std::string& text, const std::string& line) {
    std::size_t at = text.find("\n" + line);
    EXPECT_NE(at, std::string::npos) << line;
    std::string result = text;
    return result.erase(at, result.find('\n', at + 1) - at);
  }

private:
  ir::Program program_;
};

TEST_F(ThreadEvidence, StacksAreReadBack) {
  read(threads);
  std::string text = text_of(solved<evidence::StackProof>(&solve_with_stacks));
  EXPECT_EQ(objection(text), "");
  for (const char* line : {"shared", "symbol frame", "automaton", "state", "edge", "set"})
    EXPECT_NE(objection(without(text, line)), "") << line;
}

TEST_F(ThreadEvidence, InterleavingsAreReadBack) {
  read(R"(decl x; init !x;
thread A begin void main() begin decl l; l := x; assert(!l); end end
thread B begin void main() begin decl m; m := *; if (m & !m) then x := T; fi skip; end end)");
  std::string text = text_of(solved<evidence::InterleavingProof>(&solve));
  EXPECT_EQ(objection(text), "");
  for (const char* line : {"unfolded", "thread", "active", "waits"})
    EXPECT_NE(objection(without(text, line)), "") << line;
}

TEST_F(ThreadEvidence, SchedulesAreReadBack) {
  std::string wrong = threads;
  wrong.replace(wrong.find("b = x"), 5, "b = y");
  read(wrong);
  std::string text = text_of(solved<evidence::Schedule>(&solve));
  EXPECT_EQ(objection(text), "");
  for (const char* line : {"slice", "input"})
    EXPECT_NE(objection(without(text, line)), "") << line;
}

} // namespace
} // namespace kleene::engine::concurrent
