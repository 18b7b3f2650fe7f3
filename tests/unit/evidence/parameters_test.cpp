// SPDX-License-Identifier: Apache-2.0
// Invariants that hold for all values of a parameter: what is stated has to be shown for every value, and
// may be used for every value.
#include "kleene/evidence/file.h"

#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

/// Fills an array with zeros (or something else) and looks at all elements.
std::string fill(const std::string& value, const std::string& from = "0") {
  return R"(first_free 0x200000;
global mem: memory cell i32;
object a at 0x10000 size 4000 in mem bytes "05";
proc main() {
  local i, x: i32;
  start -> first:   i := )"
         + from + R"(;
  first -> body:    assume i < 1000;
  first -> between: assume !(i < 1000);
  body -> stored:   mem := store(mem, ptradd(&a, cast[u64](i) * 4), )"
         + value + R"();
  stored -> first:  i := i + 1;
  between -> second: x := 0;
  second -> look:   assume x < 1000;
  second -> exit:   assume !(x < 1000);
  look -> bad:      assume load[i32](mem, ptradd(&a, cast[u64](x) * 4)) != 0;
  look -> next:     assume load[i32](mem, ptradd(&a, cast[u64](x) * 4)) == 0;
  next -> second:   x := x + 1;
  location bad target call reach_error;
})";
}

std::string load(const std::string& index) {
  return "load[i32](mem, ptradd(&a, cast[u64](" + index + ") * 4))";
}

constexpr const char* zero = "load[i32](mem, ptradd(&a, cast[u64](any) * 4)) == 0";

struct Claims {
  std::map<std::string, std::string> facts;
  std::vector<std::string> instances = {"x"};
  Type parameter = Type::machine(32, true);
};

InductiveProof proof_of(const ir::Program& p, const Claims& claims) {
  ir::Program names = with_entry_copies(p);
  EXPECT_EQ(names.add_variable({.name = "any", .type = claims.parameter}), parameter(p, 0));
  auto term = [&](const std::string& text, Type type) {
    Result<Term> parsed = ir::parse_term(text, names, type);
    EXPECT_TRUE(parsed.ok()) << text;
    return parsed.ok() ? *parsed : Term();
  };
  InductiveProof proof = sparse_proof(p, {});
  proof.parameters = {claims.parameter};
  for (const auto& [where, text] : claims.facts) {
    std::size_t colon = where.find(':');
    std::string name = where.substr(0, colon);
    auto& own = proof.procedures[p.find_procedure(name)->index()];
    if (colon == std::string::npos)
      own.summary = term(text, Type::boolean());
    else
      own.invariants[location(p, name, where.substr(colon + 1)).index()] =
          term(text, Type::boolean());
  }
  for (const std::string& text : claims.instances)
    proof.instances.push_back(term(text, claims.parameter));
  return proof;
}

std::string objection(const std::string& text,
                      const Claims& claims,
                      IntegerModel integers = IntegerModel::Machine) {
  ir::Program p = program(text);
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p, integers), proof_of(p, claims), solver, budget).objection;
}

Claims filled_up_to(const std::string& low, const std::string& head = "i") {
  return {
      {{"main:first", "0 <= i && (!(" + low + " <= any && any < " + head + ") || " + zero + ")"},
       {"main:second", "0 <= x && (!(0 <= any && any < 1000) || " + std::string(zero) + ")"}}};
}

TEST(Parameters, SayThatAllElementsAreZero) {
  EXPECT_EQ(objection(fill("0:i32"), filled_up_to("0")), "");
  EXPECT_EQ(objection(fill("0:i32"), filled_up_to("0"), IntegerModel::Math), "");
}

TEST(Parameters, EveryElementCounts) {
  // The last one is stored too late for this range, the first one was never stored.
  EXPECT_THAT(objection(fill("0:i32"), filled_up_to("0", "i + 1")), HasSubstr("refutes"));
  EXPECT_THAT(objection(fill("0:i32", "1"), filled_up_to("0")), HasSubstr("refutes"));
  EXPECT_THAT(objection(fill("0:i32", "1"), filled_up_to("1")), HasSubstr("refutes"));
  EXPECT_THAT(objection(fill("i / 999"), filled_up_to("0")), HasSubstr("refutes"));
}

TEST(Parameters, HoldForAdvisedValuesOnly) {
  Claims without = filled_up_to("0");
  without.instances = {};
  EXPECT_THAT(objection(fill("0:i32"), without), HasSubstr("target"));
  without.instances = {"i"};
  EXPECT_THAT(objection(fill("0:i32"), without), HasSubstr("target"));
}

/// Each element is one of many numbers; that does not mean that all are the same number. A judge that took
/// the cases of a long disjunction one by one, as it may without parameters, would believe that.
TEST(Parameters, EachValueHasItsOwnCase) {
  constexpr int numbers = 20;
  std::string text = fill("i % 20");
  std::string bad = load("x") + " != 0";
  std::string fine = load("x") + " == 0";
  text.replace(text.find(bad), bad.size(), load("x") + " != " + load("0:i32"));
  text.replace(text.find(fine), fine.size(), load("x") + " == " + load("0:i32"));
  auto cases = [&](const std::string& end) {
    std::string result = "!(0 <= any && any < " + end + ")";
    for (int n = 0; n < numbers; ++n)
      result += " || " + load("any") + " == " + std::to_string(n);
    return result;
  };
  Claims claims{{{"main:first", "0 <= i && (" + cases("i") + ")"}, {"main:second", cases("1000")}},
                {"x", "0"}};
  EXPECT_THAT(objection(text, claims), HasSubstr("target"));
}

TEST(Parameters, AreOfTheTypeTheySay) {
  ir::Program p = program(fill("0:i32"));
  InductiveProof proof = proof_of(p, filled_up_to("0"));
  smt::Cvc5 solver;
  Budget budget;
  proof.parameters = {Type::machine(16, true)};
  EXPECT_THAT(judge(problem(p), proof, solver, budget).objection, HasSubstr("does not know"));
  proof.parameters = {};
  EXPECT_THAT(judge(problem(p), proof, solver, budget).objection, HasSubstr("does not know"));
}

TEST(Parameters, AreWrittenAndReadBack) {
  ir::Program p = program(fill("0:i32"));
  std::string text = write_evidence(problem(p), proof_of(p, filled_up_to("0")));
  auto verdict = [&](const std::string& evidence_text) -> std::string {
    Result<EvidenceFile> file = read_evidence(evidence_text, p);
    if (!file) return file.error().message;
    smt::Cvc5 solver;
    Budget budget;
    return judge(problem(p), std::get<InductiveProof>(file->evidence), solver, budget).objection;
  };
  auto changed = [&](const std::string& from, const std::string& to) {
    std::string copy = text;
    std::size_t at = copy.find(from);
    EXPECT_NE(at, std::string::npos) << from << " in\n" << text;
    return at == std::string::npos ? copy : copy.replace(at, from.size(), to);
  };
  EXPECT_EQ(verdict(text), "");
  EXPECT_NE(verdict(changed("parameter any$0 i32", "parameter any$0 i64")), "");
  EXPECT_NE(verdict(changed("parameter any$0 i32\n", "")), "");
  EXPECT_NE(verdict(changed("instance i32 x\n", "")), "");
  EXPECT_NE(verdict(changed("any$0 < i", "any$0 <= i")), "");
}

/// What a callee says about all values is known to its caller for the value that it asks about.
TEST(Parameters, SummariesSpeakOfThemToo) {
  std::string text = R"(first_free 0x200000;
global mem: memory cell i32;
object a at 0x10000 size 4000 in mem bytes "05";
proc main() {
  local x: i32;
  start -> asked:  havoc x;
  asked -> called: call zero();
  called -> inside: assume 0 <= x && x < LIMIT;
  inside -> bad:   assume load[i32](mem, ptradd(&a, cast[u64](x) * 4)) != 0;
  inside -> exit:  skip;
  location bad target call reach_error;
}
proc zero() {
  local i: i32;
  start -> head: i := 0;
  head -> body:  assume i < 1000;
  head -> exit:  assume !(i < 1000);
  body -> next:  mem := store(mem, ptradd(&a, cast[u64](i) * 4), 0:i32);
  next -> head:  i := i + 1;
})";
  auto limited = [&](const std::string& limit) {
    std::string copy = text;
    return copy.replace(copy.find("LIMIT"), 5, limit);
  };
  Claims claims{{{"zero:head", "0 <= i && (!(0 <= any && any < i) || " + std::string(zero) + ")"},
                 {"zero", "!(0 <= any && any < 1000) || " + std::string(zero)}}};
  EXPECT_EQ(objection(limited("1000"), claims), "");
  EXPECT_THAT(objection(limited("1001"), claims), HasSubstr("target"));
  claims.facts["zero"] = "!(0 <= any && any < 1001) || " + std::string(zero);
  EXPECT_THAT(objection(limited("1001"), claims), HasSubstr("refutes"));
}

/// A new object is none of the live ones, however long ago those were made; a freed one is not alive.
TEST(LiveObjects, AreWhereNoNewOneBegins) {
  auto text = [](const std::string& between) {
    return R"(global mem: memory cell i32; global alloc: allocation;
proc main() {
  local p, q: u64;
  start -> made:  alloc p := 8 in mem named "malloc";
  made -> head:   )"
           + between + R"(;
  head -> again:  alloc q := 8 in mem named "malloc";
  again -> bad:   assume q == p;
  again -> head:  assume q != p;
  location bad target call reach_error;
})";
  };
  auto objection = [&](const std::string& between, bool with_objects, const std::string& fact) {
    ir::Program p = program(text(between));
    InductiveProof kind;
    kind.live_objects = with_objects;
    ir::Program about = subject(p, kind);
    InductiveProof proof = sparse_proof(about, {{"main:head", fact}});
    proof.live_objects = with_objects;
    smt::Cvc5 solver;
    Budget budget;
    return judge(problem(p), proof, solver, budget).objection;
  };
  std::string alive = "load[u64](live, p) == 1";
  EXPECT_EQ(objection("skip", true, alive), "");
  EXPECT_THAT(objection("skip", true, "true"), HasSubstr("target"));
  EXPECT_THAT(objection("skip", false, "true"), HasSubstr("target"));
  EXPECT_THAT(objection("free p", true, alive), HasSubstr("refutes"));
  EXPECT_THAT(objection("free p", true, "true"), HasSubstr("target"));
}

} // namespace
} // namespace kleene::evidence
