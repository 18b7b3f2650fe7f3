// SPDX-License-Identifier: Apache-2.0
// Evidence goes through its text and is still accepted; whatever is changed in the text is not.
#include "kleene/evidence/file.h"

#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

constexpr const char* text = R"(global g: i32 = 0;
proc main() {
  local r: i32; local i: i32;
  start -> head:  i := 0;
  head -> L1:     assume i < 10;
  head -> L2:     assume !(i < 10);
  L1 -> L3:       call r := inc(i);
  L3 -> head:     i := r;
  L2 -> bad:      assume i != 10 || g != 10;
  L2 -> exit:     assume !(i != 10 || g != 10);
  location bad target call reach_error;
}
proc inc(n: i32) returns (m: i32) {
  start -> L1:  m := n + 1;
  L1 -> exit:   g := g + 1;
}
proc dec(k: i32) returns (j: i32) {
  start -> exit:  j := k - 1;
})";

class EvidenceText : public ::testing::Test {
protected:
  ir::Program p = program(text);
  InductiveProof proof = sparse_proof(p,
                                      {{"main:head", "0 <= i && i <= 10 && g == i"},
                                       {"inc", "m == n$entry + 1 && g == g$entry + 1"}});
  std::string written = write_evidence(problem(p), proof);

  /// Empty if the text is accepted.
  std::string objection(const std::string& evidence_text) {
    Result<EvidenceFile> file = read_evidence(evidence_text, p);
    if (!file) return file.error().message;
    Problem asked{p, file->property, file->targets, file->integers};
    smt::Cvc5 solver;
    Budget budget;
    if (const auto* claims = std::get_if<InductiveProof>(&file->evidence))
      return judge(asked, *claims, solver, budget).objection;
    if (const auto* bounds = std::get_if<BoundedProof>(&file->evidence))
      return judge(asked, *bounds, solver, budget).objection;
    if (const auto* execution = std::get_if<Execution>(&file->evidence))
      return replay(asked, *execution, budget).objection;
    return "another kind";
  }
  std::string changed(const std::string& from, const std::string& to) {
    std::string result = written;
    std::size_t at = result.find(from);
    EXPECT_NE(at, std::string::npos) << from << " in\n" << written;
    if (at != std::string::npos) result.replace(at, from.size(), to);
    return result;
  }
  std::string without_line(const std::string& beginning) {
    std::size_t at = written.find("\n" + beginning);
    EXPECT_NE(at, std::string::npos) << beginning;
    std::size_t end = written.find('\n', at + 1);
    return written.substr(0, at) + written.substr(end);
  }
};

TEST_F(EvidenceText, IsAcceptedUnchanged) {
  EXPECT_EQ(objection(written), "") << written;
  EXPECT_THAT(written, HasSubstr("property unreach-call"));
  EXPECT_THAT(written, HasSubstr("target call reach_error"));
}

TEST_F(EvidenceText, IsRefusedAfterAnyChange) {
  EXPECT_NE(objection(changed("i <= 10", "i <= 9")), "");
  EXPECT_NE(objection(changed("g == i", "g != i")), "");
  EXPECT_NE(objection(changed("n$entry + 1", "n$entry + 2")), "");
  EXPECT_NE(objection(changed("summary inc", "summary dec")), "") << "procedures swapped";
  EXPECT_NE(objection(changed("at main head", "at main L1")), "");
  EXPECT_NE(objection(changed("null unstated", "null false")), "");
  EXPECT_NE(objection(changed("induction 1", "induction 0")), "");
  EXPECT_NE(objection(without_line("at main")), "") << "an invariant dropped";
  EXPECT_NE(objection(without_line("summary inc")), "") << "a summary dropped";
  EXPECT_NE(objection(without_line("procedure inc")), "") << "a procedure dropped";
}

TEST_F(EvidenceText, MustBeWhole) {
  EXPECT_NE(objection(without_line("end")), "");
  EXPECT_NE(objection(written.substr(0, written.size() / 2)), "");
  EXPECT_NE(objection(written + "at main head true\n"), "");
  EXPECT_NE(objection(""), "");
  EXPECT_NE(objection("VERDICT: true\n"), "");
}

TEST_F(EvidenceText, NamesWhatItDoesNotUnderstand) {
  EXPECT_THAT(objection(changed("at main head", "at main nowhere")), HasSubstr("nowhere"));
  EXPECT_THAT(objection(changed("at main", "at nobody")), HasSubstr("nobody"));
  EXPECT_THAT(objection(changed("induction 1", "induction one")), HasSubstr("one"));
  EXPECT_THAT(objection(changed("integers machine", "integers tiny")), HasSubstr("line "));
  EXPECT_NE(objection(changed("g == i", "g == unknown_name")), "");
  EXPECT_NE(objection(changed("evidence invariants", "evidence of_sorts")), "");
}

TEST_F(EvidenceText, BoundsAndExecutions) {
  written = write_evidence(problem(p), BoundedProof{10, 1});
  EXPECT_EQ(objection(written), "");
  EXPECT_NE(objection(changed("rounds 10", "rounds 9")), "");

  p = program(R"(proc main() {
  local x: i32;
  start -> test:  havoc x from "__VERIFIER_nondet_int";
  test -> bad:    assume x == 7;
  test -> exit:   assume x != 7;
  location bad target call reach_error;
})");
  Execution execution;
  execution.inputs.push_back({7, ir::InputKind::Value, Type::machine(32, true), "f", {}});
  execution.steps = 2;
  written = write_evidence(problem(p), execution);
  EXPECT_EQ(objection(written), "");
  EXPECT_NE(objection(changed("input 7", "input 8")), "");
  EXPECT_NE(objection(changed("steps 2", "steps 1")), "");
  EXPECT_NE(objection(changed("target call reach_error", "target call another")), "");
}

TEST_F(EvidenceText, WritesSharedPartsOnce) {
  TermManager& t = *p.terms;
  Term i = p.var(*p.find_variable("i"));
  Term sum = i;
  for (int k = 0; k < 40; ++k)
    sum = t.binary(Op::Add, sum, sum);
  proof.procedures[0].invariants[location(p, "main", "head").index()] =
      t.conj(formula(p, "0 <= i && i <= 10 && g == i"), t.eq(sum, sum));
  written = write_evidence(problem(p), proof);
  EXPECT_LT(written.size(), 10'000U);
  Result<EvidenceFile> file = read_evidence(written, p);
  ASSERT_TRUE(file.ok()) << render(file.error());
  EXPECT_EQ(std::get<InductiveProof>(file->evidence).procedures[0].invariants,
            proof.procedures[0].invariants);
}

TEST_F(EvidenceText, KeepsEveryKind) {
  auto again = [&](const Evidence& evidence) {
    std::string first = write_evidence(problem(p), evidence);
    Result<EvidenceFile> file = read_evidence(first, p);
    EXPECT_TRUE(file.ok()) << (file.ok() ? "" : render(file.error())) << first;
    if (!file.ok()) return std::string();
    EXPECT_EQ(file->evidence.index(), evidence.index());
    std::string second = write_evidence(problem(p), file->evidence);
    EXPECT_EQ(second, first);
    return first;
  };
  again(proof);
  again(BoundedProof{3, 4});
  again(AllRuns{5, 600});
  Term fact = formula(p, "g == 0 && i < 3");
  ir::LocId head = location(p, "main", "head");
  again(RankedProof{proof, {{ir::ProcId(0), head, fact}}});
  LayeredReach reach{{{ir::ProcId(0), head, fact}, {ir::ProcId(0), head, formula(p, "g == 1")}},
                     {2, 0, 1}};
  Activations runs{
      {{ir::ProcId(0), {{p.globals[0], true}}, {{.edge = 2, .chosen = {true, false}}}}},
      {{ir::ProcId(0), {}, {{.edge = 1, .run = 0}, {.edge = 0}}}}};
  EXPECT_THAT(again(runs), HasSubstr("goes 1@1 0"));
  std::vector<std::vector<Term>> states;
  for (const ir::Procedure& f : p.procedures)
    states.emplace_back(f.locations.size());
  states[0][head.index()] = fact;
  again(LayeredRecurrence{reach, states});
  Lasso lasso;
  lasso.stem_steps = 3;
  lasso.loop_steps = 4;
  EXPECT_THAT(again(lasso), HasSubstr("loop-steps 4"));
  RecurrentSet set{states, proof, {}, {}, ir::ProcId(0), head};
  set.stem.steps = 9;
  EXPECT_THAT(again(set), HasSubstr("reaches main head"));
  Term one = p.terms->constant(Type::integer(), 1);
  MustReach must{{{ir::ProcId(0), head, fact, {one, one}}}, {}, {}, {}, {}, ir::ProcId(0), head};
  must.calls = must.layers;
  must.summaries.resize(p.procedures.size());
  EXPECT_THAT(again(must), HasSubstr("rank int 1\nrank int 1"));
  TerminationProof ranked{proof, {}};
  for (const InductiveProof::Procedure& f : proof.procedures)
    ranked.ranks.emplace_back(f.invariants.size());
  ranked.ranks[0][head.index()] = {one};
  EXPECT_THAT(again(ranked), HasSubstr("rank int 1"));
}

TEST(EvidenceOfMemory, IsReadBackAndRefusedAfterAnyChange) {
  ir::Program p = program(R"(uninitialised free;
global m: memory; global live: allocation;
proc main() {
  local p: u64;
  start -> made: alloc p := 64 in m named "malloc";
  made -> bad:   assume load[i32](m, ptradd(p, 4)) == -2 && load[u8](m, ptradd(p, 40)) == 7:u8;
  made -> exit:  assume !(load[i32](m, ptradd(p, 4)) == -2 && load[u8](m, ptradd(p, 40)) == 7:u8);
  location bad target call reach_error;
})");
  HeapWriter heap;
  heap.object();
  heap.part(4, Type::machine(32, true), -2);
  heap.part(40, Type::machine(8, false), 7);
  std::string written = write_evidence(problem(p), Execution{{}, 9, heap.contents()});
  EXPECT_THAT(written, HasSubstr("memory 1 4 feffffff"));
  EXPECT_THAT(written, HasSubstr("memory 1 40 07"));
  auto objection = [&](const std::string& from, const std::string& to) -> std::string {
    std::string text = written;
    std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    Result<EvidenceFile> file = read_evidence(text.replace(at, from.size(), to), p);
    if (!file) return file.error().message;
    Budget budget;
    return replay(problem(p), std::get<Execution>(file->evidence), budget).objection;
  };
  EXPECT_EQ(objection("end", "end"), "") << written;
  EXPECT_NE(objection("feffffff", "fdffffff"), "") << "another value";
  EXPECT_NE(objection("memory 1 40", "memory 1 41"), "") << "another place";
  EXPECT_NE(objection("memory 1 40", "memory 2 40"), "") << "another object";
  EXPECT_NE(objection("memory 1 40", "memory 1 64"), "") << "behind the object";
  EXPECT_THAT(objection("feffffff", "feff"), HasSubstr("no target"));
  for (const char* nonsense : {"fefffff", "fe ffff", "xx", "feffffff 0"})
    EXPECT_NE(objection("feffffff", nonsense), "") << nonsense;
  EXPECT_THAT(objection("memory 1 4 ", "memory 0 4 "), HasSubstr("number from 1 on"));
  EXPECT_NE(objection("evidence execution", "evidence all-runs"), "");
}

} // namespace
} // namespace kleene::evidence
