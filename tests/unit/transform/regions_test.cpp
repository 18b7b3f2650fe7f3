// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/validate.h"
#include "kleene/transform/regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <gmock/gmock.h>

#include "memory_program.h"

namespace kleene::transform {
namespace {

using namespace ir;

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// In place.
RegionSummary split_in_place(Program& program) {
  Split split = split_regions(std::move(program));
  program = std::move(split.program);
  return split.summary;
}

class Regions : public ::testing::Test, protected MemoryProgram {
protected:
  RegionSummary split() {
    RegionSummary summary = split_in_place(program);
    EXPECT_THAT(validate(program), IsEmpty());
    return summary;
  }
  std::string region(ObjectId id) const { return program.variable(program.object(id).region).name; }
  std::string name(VarId id) const { return program.variable(id).name; }
  const Statement& statement(std::size_t edge, std::size_t procedure = 0) const {
    return program.procedures[procedure].edges[edge].statement;
  }
  /// The memories that a statement reads or writes.
  std::vector<std::string> memories(const Statement& s) const {
    std::set<std::string> names;
    for (Term t : evaluated_terms(s))
      for (VarId v : variables_of(t))
        if (program.variable(v).type.is_memory()) names.insert(name(v));
    for (VarId v : written_variables(s))
      if (program.variable(v).type.is_memory()) names.insert(name(v));
    return {names.begin(), names.end()};
  }
};

TEST_F(Regions, KeepsArraysApartThatShareAnIndex) {
  ObjectId a = object("a");
  ObjectId b = object("b");
  VarId i = variable("i");
  VarId x = variable("x", i32);
  Term index = program.var(i);
  assign(x, load(element(at(a), index, 4), i32));
  store(element(at(b), index, 4), program.var(x));
  RegionSummary summary = split();
  EXPECT_EQ(region(a), "mem.a");
  EXPECT_EQ(region(b), "mem.b");
  EXPECT_THAT(memories(statement(0)), ElementsAre("mem.a"));
  EXPECT_THAT(memories(statement(1)), ElementsAre("mem.b"));
  EXPECT_EQ(summary.accesses, 2U);
  EXPECT_EQ(summary.pointless_accesses, 0U);
}

TEST_F(Regions, MergesWhatOnePointerMayTouch) {
  ObjectId a = object("a");
  ObjectId b = object("b");
  ObjectId c = object("c");
  VarId p = variable("p");
  VarId untouched = variable("untouched");
  assign(p, at(a));
  assign(p, at(b, 8));
  assign(untouched, program.terms->ite(program.terms->eq(program.var(p), at(a)), at(a), at(c)));
  store(program.var(p), number(1));
  store(at(c), number(1));
  store(at(a), number(1));
  split();
  EXPECT_EQ(region(a), region(b));
  EXPECT_EQ(region(c), "mem.c") << "a pointer that is not dereferenced merges nothing";
  EXPECT_THAT(memories(statement(3)), ElementsAre(region(a)));
  EXPECT_THAT(memories(statement(5)), ElementsAre(region(a)));
}

TEST_F(Regions, FollowsPointersThroughMemory) {
  ObjectId cell = object("cell", 8);
  ObjectId a = object("a");
  ObjectId b = object("b");
  VarId p = variable("p");
  store(at(cell), at(a));
  assign(p, load(at(cell)));
  store(program.var(p), number(1));
  store(at(b), number(1));
  split();
  EXPECT_EQ(region(cell), "mem.cell");
  EXPECT_EQ(region(a), "mem.a");
  EXPECT_THAT(memories(statement(2)), ElementsAre("mem.a"));
}

TEST_F(Regions, FollowsInitialPointers) {
  ObjectId a = object("a");
  ObjectId b = object("b");
  ObjectId table = object("table", 16);
  point(table, 0, a);
  point(table, 8, b, 4);
  VarId p = variable("p");
  VarId global = program.add_variable({.name = "g", .type = pointer, .initial = at(table)});
  assign(p, load(program.var(global)));
  store(program.var(p), number(1));
  store(at(a), number(1));
  split();
  EXPECT_EQ(region(a), region(b));
  EXPECT_NE(region(a), region(table));
  EXPECT_THAT(memories(statement(0)), ElementsAre("mem.table"));
  EXPECT_THAT(memories(statement(2)), ElementsAre(region(a)));
}

TEST_F(Regions, KeepsTwoListsApart) {
  auto list = [&](const std::string& name) {
    VarId head = variable(name);
    VarId node = variable(name + "_node");
    assign(head, number(0));
    allocate(node, number(16), name);
    store(plus(program.var(node), number(8)), program.var(head));
    assign(head, program.var(node));
    assign(head, load(plus(program.var(head), number(8))));
    store(program.var(head), number(1));
  };
  list("x");
  list("y");
  RegionSummary summary = split();
  ASSERT_EQ(summary.regions.size(), 2U);
  EXPECT_EQ(name(summary.regions[0].variable), "mem.x");
  EXPECT_EQ(name(summary.regions[1].variable), "mem.y");
  for (std::size_t e : {2, 4, 5})
    EXPECT_THAT(memories(statement(e)), ElementsAre("mem.x"));
  for (std::size_t e : {8, 10, 11})
    EXPECT_THAT(memories(statement(e)), ElementsAre("mem.y"));
  EXPECT_EQ(std::get<Alloc>(statement(1)).region, summary.regions[0].variable);
}

TEST_F(Regions, SpliceMergesLists) {
  VarId x = variable("x");
  VarId y = variable("y");
  VarId p = variable("p");
  allocate(x, number(16));
  allocate(y, number(16));
  store(program.var(x), program.var(y));
  assign(p, program.var(x));
  assign(p, load(program.var(p)));
  store(program.var(p), number(1));
  RegionSummary summary = split();
  ASSERT_EQ(summary.regions.size(), 1U);
  EXPECT_EQ(summary.regions[0].allocations.size(), 2U);
}

TEST_F(Regions, TablesOfFunctionsDoNotMergeTheDataBesideThem) {
  ObjectId f = program.add_object({.name = "f", .kind = ObjectKind::Function, .address = 16});
  ObjectId a = object("a");
  ObjectId b = object("b");
  VarId p = variable("p");
  ObjectId table = object("table");
  point(table, 0, f);
  point(table, 8, a);
  assign(p, load(at(table)));
  add(Assume{.condition = program.terms->eq(program.var(p), at(f))});
  store(at(a), number(1));
  store(at(b), number(1));
  split();
  EXPECT_EQ(region(a), "mem.a");
  EXPECT_EQ(region(b), "mem.b");
}

TEST_F(Regions, FollowsParametersAndResultsOfRecursion) {
  ObjectId a = object("a");
  ObjectId b = object("b");
  ObjectId c = object("c");
  VarId returned = variable("returned");
  add(Call{{returned}, ProcId(1), {at(a)}});
  store(program.var(returned), number(1));
  store(at(c), number(1));
  ProcId f = procedure("f");
  VarId q = parameter("q");
  VarId r = result("r");
  add(Call{{r}, f, {at(b)}});
  assign(r, program.var(q));
  split();
  EXPECT_EQ(region(a), region(b));
  EXPECT_EQ(region(c), "mem.c");
  EXPECT_THAT(memories(statement(1)), ElementsAre(region(a)));
}

TEST_F(Regions, IntegersCarryAddresses) {
  ObjectId a = object("a");
  ObjectId b = object("b");
  ObjectId c = object("c");
  const Type i64 = Type::machine(64, true);
  VarId n = variable("n", i64);
  TermManager& t = *program.terms;
  // An address with a tag in its lowest bit, and one hidden by xor.
  assign(n, t.binary(Op::BitOr, t.cast(i64, at(a)), number(1, i64)));
  store(t.cast(pointer, t.binary(Op::BitAnd, program.var(n), number(-2, i64))), number(1));
  VarId m = variable("m");
  assign(m, t.binary(Op::BitXor, at(b), at(c)));
  store(t.binary(Op::BitXor, program.var(m), at(b)), number(1));
  split();
  EXPECT_EQ(region(a), "mem.a");
  EXPECT_EQ(region(b), region(c));
  EXPECT_THAT(memories(statement(1)), ElementsAre("mem.a"));
  EXPECT_THAT(memories(statement(3)), ElementsAre(region(c)));
}

TEST_F(Regions, CopiesMovePointersButDoNotMerge) {
  ObjectId from = object("from");
  ObjectId to = object("to");
  ObjectId a = object("a");
  ObjectId b = object("b");
  VarId p = variable("p");
  store(at(from), at(a));
  copy(at(to), at(from), number(16));
  assign(p, load(at(to, 8)));
  store(program.var(p), number(1));
  store(at(b), number(1));
  split();
  EXPECT_EQ(region(from), "mem.from");
  EXPECT_EQ(region(to), "mem.to");
  EXPECT_THAT(memories(statement(1)), ElementsAre("mem.from", "mem.to"));
  EXPECT_THAT(memories(statement(3)), ElementsAre("mem.a"));
}

TEST_F(Regions, SplitsNestedChanges) {
  ObjectId a = object("a");
  ObjectId b = object("b");
  TermManager& t = *program.terms;
  Term m = program.var(memory);
  Term first = t.store(m, at(a), number(1));
  Term second = t.store(first, at(b), t.load(pointer, first, at(a)));
  Term third = t.store(second, at(a, 8), t.load(pointer, second, at(b)));
  add(Assign{{memory}, {third}});
  split();
  const auto& assign = std::get<Assign>(statement(0));
  VarId ra = program.object(a).region;
  VarId rb = program.object(b).region;
  ASSERT_THAT(assign.targets, UnorderedElementsAre(ra, rb));
  Term new_first = t.store(program.var(ra), at(a), number(1));
  Term new_second = t.store(program.var(rb), at(b), t.load(pointer, new_first, at(a)));
  Term new_third = t.store(new_first, at(a, 8), t.load(pointer, new_second, at(b)));
  std::size_t i = assign.targets[0] == ra ? 0 : 1;
  EXPECT_EQ(assign.values[i], new_third);
  EXPECT_EQ(assign.values[1 - i], new_second);
}

TEST_F(Regions, FunctionsWithoutBodyWriteWhatTheyReach) {
  ObjectId secret = object("secret");
  ObjectId given = object("given");
  ObjectId behind = object("behind");
  ObjectId text = object("text");
  program.objects[text.index()].read_only = true;
  VarId returned = variable("returned");
  VarId uninitialised = variable("uninitialised");
  store(at(given), at(behind));
  add(Havoc{.variables = {memory, returned},
            .choice = Choice::Unknown,
            .origin = "f",
            .escaping = {at(given), at(text)}});
  add(Havoc{.variables = {uninitialised}, .choice = Choice::Unknown, .origin = "uninitialised"});
  store(at(secret), number(1));
  store(at(behind), number(1));
  VarId x = variable("x");
  assign(x, load(at(text)));
  split();
  EXPECT_EQ(region(secret), "mem.secret");
  const auto& havoc = std::get<Havoc>(statement(1));
  EXPECT_THAT(
      havoc.variables,
      UnorderedElementsAre(returned, program.object(given).region, program.object(behind).region));
  EXPECT_EQ(region(given), "mem.given");
  EXPECT_EQ(region(behind), "mem.behind");
  EXPECT_EQ(region(text), "mem.text");
}

TEST_F(Regions, ResultsOfFunctionsWithoutBodyMayBeAnythingThatEscaped) {
  ObjectId secret = object("secret");
  ObjectId given = object("given");
  ObjectId later = object("later");
  program.missing_bodies = {"fetch", "keep"};
  VarId p = variable("p");
  add(Havoc{.variables = {p}, .choice = Choice::Unknown, .origin = "fetch"});
  store(program.var(p), number(1));
  store(at(given), number(1));
  store(at(secret), number(1));
  add(Havoc{.variables = {memory},
            .choice = Choice::Unknown,
            .origin = "keep",
            .escaping = {at(given), at(later)}});
  split();
  EXPECT_EQ(region(given), region(later));
  EXPECT_EQ(region(secret), "mem.secret");
  EXPECT_THAT(memories(statement(1)), ElementsAre(region(given)));
}

TEST_F(Regions, FunctionsWithoutBodyReachWhatGlobalsPointTo) {
  ObjectId a = object("a");
  VarId g = program.add_variable({.name = "g", .type = pointer, .initial = at(a)});
  add(Havoc{.variables = {g, memory}, .choice = Choice::Unknown, .origin = "f"});
  store(at(a), number(1));
  split();
  EXPECT_THAT(std::get<Havoc>(statement(0)).variables,
              UnorderedElementsAre(g, program.object(a).region));
}

TEST_F(Regions, WritesThatForgetAndPrintNameTheirRegion) {
  ObjectId a = object("a");
  ObjectId b = object("b");
  ObjectId format = object("format");
  add(Forget{.region = memory, .address = at(a), .length = number(16)});
  add(Output{
      .channel = Channel::Memory, .format = at(format), .destination = at(b), .region = memory});
  split();
  EXPECT_EQ(name(std::get<Forget>(statement(0)).region), "mem.a");
  EXPECT_EQ(name(std::get<Output>(statement(1)).region), "mem.b");
  EXPECT_EQ(region(format), "mem") << "what no access touches stays";
}

TEST_F(Regions, AccessesThatPointNowhereTouchTheRest) {
  ObjectId a = object("a");
  store(number(16), number(1));
  store(at(a), number(1));
  RegionSummary summary = split();
  EXPECT_EQ(summary.pointless_accesses, 1U);
  EXPECT_THAT(memories(statement(0)), ElementsAre("mem"));
}

TEST_F(Regions, CellsNeedOneWidthAndAlignment) {
  ObjectId good = object("good");
  ObjectId walked = object("walked");
  ObjectId mixed = object("mixed");
  ObjectId odd = object("odd");
  ObjectId filled = object("filled");
  ObjectId cleared = object("cleared");
  VarId i = variable("i");
  VarId p = variable("p");
  Term index = program.var(i);
  store(element(at(good), index, 4), number(1, i32));
  store(element(at(good), index, 8), number(1, Type::machine(32, false)));
  assign(p, at(walked));
  assign(p, plus(program.var(p), number(4)));
  store(program.var(p), number(1, i32));
  store(at(mixed), number(1, i32));
  store(at(mixed, 4), number(1, Type::machine(16, false)));
  store(element(at(odd), index, 2), number(1, i32));
  TermManager& t = *program.terms;
  Term m = program.var(memory);
  for (ObjectId o : {filled, cleared}) {
    store(at(o), number(1, i32));
    Term byte = number(o == filled ? 255 : 0, u8);
    add(Assign{{memory}, {t.mem_set(m, at(o), byte, number(16))}});
  }
  split();
  auto cell = [&](ObjectId o) { return program.variable(program.object(o).region).cell; };
  EXPECT_EQ(cell(good), Type::machine(32, false));
  EXPECT_EQ(cell(walked), i32);
  EXPECT_EQ(cell(mixed), std::nullopt);
  EXPECT_EQ(cell(odd), std::nullopt);
  EXPECT_EQ(cell(filled), std::nullopt);
  EXPECT_EQ(cell(cleared), i32);
}

TEST_F(Regions, CopiesNeedEqualCells) {
  ObjectId words = object("words");
  ObjectId more_words = object("more_words");
  ObjectId bytes = object("bytes");
  ObjectId other = object("other");
  store(at(words), number(1, i32));
  store(at(more_words), number(1, i32));
  store(at(bytes), number(1, u8));
  store(at(other), number(1, i32));
  copy(at(more_words), at(words), number(8));
  copy(at(bytes), at(other), number(8));
  split();
  auto cell = [&](ObjectId o) { return program.variable(program.object(o).region).cell; };
  EXPECT_EQ(cell(words), i32);
  EXPECT_EQ(cell(more_words), i32);
  EXPECT_EQ(cell(bytes), std::nullopt);
  EXPECT_EQ(cell(other), std::nullopt);
}

TEST(RegionsWithoutMemory, LeaveTheProgramAlone) {
  Program program;
  program.add_variable({.name = "x", .type = Type::integer()});
  RegionSummary summary = split_in_place(program);
  EXPECT_THAT(summary.regions, IsEmpty());
  EXPECT_EQ(program.variables.size(), 1U);
}

} // namespace
} // namespace kleene::transform
