// SPDX-License-Identifier: Apache-2.0
// Evidence of every kind, as it is and with something changed, is put to every judge about every program, property and
// integer model: it is accepted only for questions of its kind, and only if the answer is right.
#include "kleene/evidence/admission.h"
#include "kleene/evidence/file.h"
#include "kleene/smt/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "judge_support.h"
#include "known_evidence.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;

struct Opinion {
  bool accepted = false;
  bool holds = false; ///< what the evidence says of the property
};

class Judges {
public:
  explicit Judges(const Problem& problem) : problem_(problem) {}
  Opinion operator()(const Execution& e) {
    return {replay(problem_, e, budget_).accepted(), false};
  }
  Opinion operator()(const InductiveProof& e) {
    bool diagrams = refusal(boolean_invariants, problem_).empty();
    return {(diagrams ? judge_boolean(problem_, e, budget_) : judge(problem_, e, solver_, budget_))
                .accepted(),
            true};
  }
  Opinion operator()(const RankedProof& e) {
    return {judge_ranked(problem_, e, budget_).accepted(), true};
  }
  Opinion operator()(const LayeredRecurrence& e) {
    return {judge_recurrence(problem_, e, budget_).accepted(), false};
  }
  Opinion operator()(const Schedule& e) { return {replay(problem_, e, budget_).accepted(), false}; }
  Opinion operator()(const ControlFlow&) { return {judge_control_flow(problem_).accepted(), true}; }
  Opinion operator()(const BoundedProof& e) { return by_solver(e, true); }
  Opinion operator()(const TerminationProof& e) { return by_solver(e, true); }
  Opinion operator()(const RecurrentSet& e) { return by_solver(e, false); }
  Opinion operator()(const LeapChain& e) { return by_solver(e, false); }
  Opinion operator()(const MustReach& e) { return by_solver(e, false); }
  Opinion operator()(const AllRuns& e) { return {judge(problem_, e, budget_).accepted(), true}; }
  Opinion operator()(const Lasso& e) { return {judge(problem_, e, budget_).accepted(), false}; }
  Opinion operator()(const Activations& e) {
    return {judge(problem_, e, budget_).accepted(), false};
  }
  Opinion operator()(const InterleavingProof& e) {
    return {judge(problem_, e, budget_).accepted(), true};
  }
  Opinion operator()(const StackProof& e) { return {judge(problem_, e, budget_).accepted(), true}; }

private:
  template <class E>
  Opinion by_solver(const E& e, bool holds) {
    return {judge(problem_, e, solver_, budget_).accepted(), holds};
  }

  const Problem& problem_;
  smt::Cvc5 solver_;
  Budget budget_;
};

/// What is written here is independent of the table: kind, then properties, then sorts of programs.
const std::map<std::string, std::pair<std::set<Property>, std::string>>& expected() {
  using P = Property;
  static const std::set<P> all{P::UnreachCall, P::Termination, P::NoOverflow};
  static const std::set<P> reach{P::UnreachCall};
  static const std::set<P> end{P::Termination};
  static const std::set<P> reach_or_overflow{P::UnreachCall, P::NoOverflow};
  static const std::map<std::string, std::pair<std::set<P>, std::string>> table{
      {"execution", {reach_or_overflow, "sequential"}},
      {"invariants", {reach_or_overflow, "sequential"}},
      {"invariants of Booleans", {reach_or_overflow, "sequential"}},
      {"bounds", {all, "sequential"}},
      {"all-runs", {all, "sequential"}},
      {"ranks", {end, "Boolean"}},
      {"lasso", {end, "sequential"}},
      {"recurrent-set", {end, "sequential"}},
      {"ranking", {end, "sequential"}},
      {"activations", {reach, "Boolean"}},
      {"layered-recurrence", {end, "Boolean"}},
      {"leaps", {{P::UnreachCall, P::Termination}, "sequential"}},
      {"must-sets", {reach, "sequential"}},
      {"schedule", {reach, "threads"}},
      {"interleavings", {reach, "threads"}},
      {"stacks", {reach, "threads"}},
      {"control-flow", {reach, "threads"}},
  };
  return table;
}

bool expected_to_be_asked(const std::string& kind, const Problem& problem) {
  const auto& [properties, programs] = expected().at(kind);
  bool threads = problem.program.concurrent();
  if (problem.property == Property::NoOverflow && problem.integers == IntegerModel::Math)
    return false;
  return properties.contains(problem.property) && threads == (programs == "threads")
         && (programs != "Boolean" || is_boolean(problem.program));
}

struct Known {
  ir::Program program;
  const KnownProgram* about = nullptr;

  bool holds(Property property) const {
    return property == Property::UnreachCall   ? about->unreachable
           : property == Property::Termination ? about->ends
                                               : about->no_overflow;
  }
};

const std::map<std::string, Known>& programs() {
  static const std::map<std::string, Known> table = [] {
    std::map<std::string, Known> result;
    for (const KnownProgram& p : known_programs())
      result.emplace(p.name, Known{testing_support::program(p.text), &p});
    return result;
  }();
  return table;
}

const ir::TargetSelection& targets() {
  static const ir::TargetSelection selection{{"reach_error"}, true, {}};
  return selection;
}

/// Nothing if the text makes no sense for the program.
Opinion opinion(const std::string& text, const Problem& problem) {
  Result<EvidenceFile> read = read_evidence(text, problem.program);
  if (!read) return {};
  return std::visit(Judges(problem), read->evidence);
}

TEST(Admission, EvidenceIsAcceptedForItsOwnQuestion) {
  for (const KnownEvidence& e : known_evidence()) {
    const Known& own = programs().at(e.program);
    Opinion found = opinion(e.text, {own.program, e.property, targets(), IntegerModel::Machine});
    EXPECT_TRUE(found.accepted) << e.kind;
    EXPECT_EQ(found.holds, own.holds(e.property)) << e.kind;
  }
}

TEST(Admission, EveryKindHasEvidenceHere) {
  std::set<std::string> kinds;
  for (const KnownEvidence& e : known_evidence())
    kinds.insert(e.kind);
  for (const KindEntry* entry : evidence::kinds)
    EXPECT_TRUE(kinds.contains(std::string(entry->name))) << entry->name;
  for (const auto& [kind, row] : expected())
    EXPECT_TRUE(kinds.contains(kind)) << kind;
}

TEST(Admission, OtherQuestionsAreRefusedUnlessTheKindMayAnswerThem) {
  for (const KnownEvidence& e : known_evidence())
    for (const auto& [name, known] : programs())
      for (Property property : {Property::UnreachCall, Property::Termination, Property::NoOverflow})
        for (IntegerModel integers : {IntegerModel::Machine, IntegerModel::Math}) {
          Problem problem{known.program, property, targets(), integers};
          Opinion found = opinion(e.text, problem);
          if (!found.accepted) continue;
          EXPECT_TRUE(expected_to_be_asked(e.kind, problem))
              << e.kind << " on " << name << ", " << kleene::name(property);
          EXPECT_EQ(found.holds, known.holds(property))
              << e.kind << " on " << name << ", " << kleene::name(property);
        }
}

TEST(Admission, NoTargetIsReachedWhereNoneIsSelected) {
  for (const KnownEvidence& e : known_evidence()) {
    const Known& own = programs().at(e.program);
    if (e.property != Property::UnreachCall || own.holds(e.property)) continue;
    ir::TargetSelection others{{"another_function"}, false, {"NOWHERE"}};
    EXPECT_FALSE(opinion(e.text, {own.program, e.property, others, IntegerModel::Machine}).accepted)
        << e.kind;
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += line + '\n';
  return text;
}

/// The text with one thing changed: a line is missing, comes twice, or changes places with the next; a number is
/// another one; a formula is trivial; a name is another one.
std::vector<std::string> changed(const std::string& text) {
  std::vector<std::string> result;
  const std::vector<std::string> lines = lines_of(text);
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    auto with = [&](const std::string& line) {
      std::vector<std::string> copy = lines;
      copy[i] = line;
      result.push_back(joined(copy));
    };
    std::vector<std::string> copy = lines;
    copy.erase(copy.begin() + std::ptrdiff_t(i));
    result.push_back(joined(copy));
    copy = lines;
    copy.insert(copy.begin() + std::ptrdiff_t(i), lines[i]);
    result.push_back(joined(copy));
    copy = lines;
    std::swap(copy[i], copy[i + 1]);
    result.push_back(joined(copy));
    std::size_t digit = lines[i].find_last_of("0123456789");
    if (digit != std::string::npos) {
      std::string line = lines[i];
      line[digit] = line[digit] == '9' ? '1' : static_cast<char>(line[digit] + 1);
      with(line);
      line.insert(digit, "9");
      with(line);
    }
    std::size_t third = lines[i].find(' ', lines[i].find(' ', lines[i].find(' ') + 1) + 1);
    if (third != std::string::npos)
      for (const char* formula : {" true", " false"})
        with(lines[i].substr(0, third) + formula);
    if (std::size_t name = lines[i].find("main"); name != std::string::npos)
      with(lines[i].substr(0, name) + "other" + lines[i].substr(name + 4));
  }
  return result;
}

TEST(Admission, WhateverIsChangedNoWrongAnswerIsAccepted) {
  constexpr std::size_t enough = 40; // of each kind
  for (const KnownEvidence& e : known_evidence()) {
    std::vector<std::string> texts = changed(e.text);
    EXPECT_GE(texts.size(), 6U) << e.kind;
    std::size_t stride = std::max<std::size_t>(1, texts.size() / enough);
    for (const std::string& program : {e.program, e.twin}) {
      const Known& known = programs().at(program);
      Problem problem{known.program, e.property, targets(), IntegerModel::Machine};
      for (std::size_t i = 0; i < texts.size(); i += stride) {
        Opinion found = opinion(texts[i], problem);
        if (!found.accepted) continue;
        EXPECT_EQ(found.holds, known.holds(e.property)) << e.kind << "\n" << texts[i];
      }
    }
  }
}

TEST(Admission, WhatAFileIsAboutIsSaidOnceAndItsLinesBelongToItsKind) {
  for (const KnownEvidence& e : known_evidence()) {
    const ir::Program& own = programs().at(e.program).program;
    std::vector<std::string> lines = lines_of(e.text);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      bool about = lines[i].starts_with("property") || lines[i].starts_with("integers")
                   || lines[i].starts_with("evidence");
      if (!about) continue;
      std::vector<std::string> copy = lines;
      copy.insert(copy.begin() + std::ptrdiff_t(i), lines[i]);
      EXPECT_FALSE(read_evidence(joined(copy), own).ok()) << joined(copy);
      copy = lines;
      copy.erase(copy.begin() + std::ptrdiff_t(i));
      EXPECT_FALSE(read_evidence(joined(copy), own).ok()) << joined(copy);
    }
    std::string foreign = e.kind == "lasso" ? "rounds 3" : "loop-steps 3";
    lines.insert(lines.end() - 1, foreign);
    EXPECT_FALSE(read_evidence(joined(lines), own).ok()) << joined(lines);
  }
}

TEST(Admission, ComputingWithNumbersIsNotBoolean) {
  EXPECT_TRUE(is_boolean(program("global g: bool = ?; proc main() { a -> exit: g := !g; }")));
  EXPECT_FALSE(is_boolean(
      program("global g: bool = ?; proc main() { a -> exit: assume 2147483647:i32 + 1 < 0; }")));
  EXPECT_FALSE(is_boolean(program("global x: i32 = ?; proc main() { a -> exit: skip; }")));
}

TEST(Admission, ValuesThatNobodyKnowsAreNotForASchedule) {
  std::string text = R"(
entry init;
threads A.main;
global x: bool = false;
proc A.main() {
  local u: bool;
  L0 -> L1: havoc unknown u from "missing";
  L1 -> L2: assume u;
  L1 -> exit: assume !u;
  L2 -> exit: skip;
  location L2 target assertion;
}
proc init() {
  L0 -> exit: skip;
})";
  ir::Program unknown = program(text);
  ir::Program chosen = program(text.replace(text.find("unknown "), 8, ""));
  Schedule schedule{{{0, 1}, {1, 2}}, {Input{1, ir::InputKind::Value, Type::boolean(), "", {}}}};
  Budget budget;
  EXPECT_FALSE(
      replay({unknown, Property::UnreachCall, targets(), IntegerModel::Machine}, schedule, budget)
          .accepted());
  EXPECT_EQ(
      replay({chosen, Property::UnreachCall, targets(), IntegerModel::Machine}, schedule, budget)
          .objection,
      "");
  // A schedule that ends before anything begins is none, and nothing else.
  ir::Program asks =
      program("entry init; threads A.main; global x: bool = ?; "
              "proc A.main() { L0 -> exit: skip; } proc init() { L0 -> exit: skip; }");
  EXPECT_FALSE(
      replay({asks, Property::UnreachCall, targets(), IntegerModel::Machine}, Schedule{}, budget)
          .accepted());
}

} // namespace
} // namespace kleene::evidence
