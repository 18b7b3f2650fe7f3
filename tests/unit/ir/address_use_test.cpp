// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/address_use.h"
#include "kleene/ir/reusing_run.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "memory_program.h"

namespace kleene::ir {
namespace {

using ::testing::IsEmpty;

class Addresses : public ::testing::Test, protected MemoryProgram {
protected:
  TermManager& terms() { return *program.terms; }
  Term var(VarId v) { return program.var(v); }
  void check(Term condition) { add(Assume{condition}); }
  AddressUse use() {
    EXPECT_THAT(validate(program), IsEmpty());
    return address_use(program);
  }
  bool settled() {
    AddressUse result = use();
    return !result.numbers && !result.steers() && !result.confuses_objects;
  }
};

TEST_F(Addresses, MayBeFollowedAndMovedAndComparedWithNull) {
  ObjectId a = object("a");
  VarId i = variable("i");
  VarId p = variable("p");
  add(Havoc{{i}});
  assign(p, element(at(a), var(i), 4));
  store(var(p), number(1));
  check(terms().eq(var(p), number(0)));
  check(terms().lt(number(0), var(p)));
  EXPECT_TRUE(settled());
}

TEST_F(Addresses, OfOneObjectMayBeCompared) {
  ObjectId a = object("a");
  VarId i = variable("i");
  VarId p = variable("p");
  VarId n = variable("n");
  add(Havoc{{i}});
  assign(p, element(at(a), var(i), 4));
  check(terms().lt(var(p), at(a, 16)));
  check(terms().eq(var(p), at(a, 16)));
  assign(n, terms().binary(Op::Sub, var(p), at(a)));
  check(terms().eq(var(n), number(8)));
  EXPECT_TRUE(settled());
}

TEST_F(Addresses, OfDifferentObjectsAreDifferentInsideThem) {
  check(terms().eq(at(object("a")), at(object("b"), 4)));
  EXPECT_TRUE(settled());
}

TEST_F(Addresses, BehindAnObjectMayBeThatOfAnother) {
  check(terms().eq(at(object("a"), 16), at(object("b"))));
  EXPECT_TRUE(use().numbers);
}

TEST_F(Addresses, OfDifferentObjectsHaveNoOrder) {
  check(terms().lt(at(object("a")), at(object("b"))));
  EXPECT_TRUE(use().numbers);
}

TEST_F(Addresses, OfEqualStringsMayBeTheSame) {
  ObjectId a = object("a");
  ObjectId b = object("b");
  for (ObjectId o : {a, b})
    program.objects[o.index()].read_only = true;
  check(terms().eq(at(a), at(b)));
  EXPECT_FALSE(use().numbers) << "constants are different objects";
  for (ObjectId o : {a, b})
    program.objects[o.index()].bytes = std::string("0123456789abcde", 16);
  check(terms().eq(at(a), at(b)));
  EXPECT_TRUE(use().numbers);
}

TEST_F(Addresses, AreNotToBeTakenApart) {
  ObjectId a = program.add_object({.name = "a", .address = 0x5001, .size = 8, .region = memory});
  VarId n = variable("n");
  Term address = at(a);
  for (Op op : {Op::BitAnd, Op::Rem, Op::Mul, Op::Shr, Op::BitXor}) {
    SCOPED_TRACE(name(op));
    Procedure& main = program.procedure(current());
    std::size_t edges = main.edges.size();
    assign(n, terms().binary(op, address, number(7)));
    EXPECT_TRUE(use().taken_apart);
    program.procedure(current()).edges[edges].statement = Skip{};
  }
  EXPECT_TRUE(settled());
  VarId narrow = variable("narrow", i32);
  assign(narrow, terms().cast(i32, address));
  EXPECT_TRUE(use().taken_apart);
}

TEST_F(Addresses, HaveKnownLastBits) {
  program.add_object({.name = "a", .address = 0x5008, .size = 8, .region = memory});
  VarId n = variable("n");
  Term address = at(ObjectId(0), 4);
  assign(n, terms().binary(Op::BitAnd, address, number(7)));
  assign(n, terms().binary(Op::Rem, address, number(8)));
  EXPECT_TRUE(settled());
  assign(n, terms().binary(Op::BitAnd, address, number(15)));
  EXPECT_TRUE(use().taken_apart);
}

TEST_F(Addresses, AreTakenApartByReadingTheirBytes) {
  ObjectId a = object("a");
  ObjectId holder = object("holder");
  point(holder, 8, a);
  VarId x = variable("x", i32);
  VarId p = variable("p");
  assign(x, load(at(holder, 4), i32));
  assign(p, load(at(holder, 8)));
  store(at(holder, 0), number(3, i32));
  EXPECT_TRUE(settled()) << "beside the address";
  assign(x, load(at(holder, 12), i32));
  EXPECT_TRUE(use().taken_apart);
}

TEST_F(Addresses, StayWholeInArraysOfRecords) {
  ObjectId a = object("a");
  ObjectId records = object("records", 64);
  VarId i = variable("i");
  VarId x = variable("x", i32);
  add(Havoc{{i}});
  Term one = element(at(records), var(i), 16);
  store(plus(one, number(8)), at(a));
  assign(x, load(one, i32));
  EXPECT_TRUE(settled());
  assign(x, load(element(at(records), var(i), 4), i32));
  EXPECT_TRUE(use().taken_apart) << "any word may be half an address";
}

TEST_F(Addresses, StayWholeInCopies) {
  ObjectId a = object("a");
  ObjectId from = object("from");
  ObjectId to = object("to");
  VarId x = variable("x", u8);
  store(at(from, 8), at(a));
  copy(at(to), at(from), number(16));
  assign(x, load(at(to, 3), u8));
  EXPECT_TRUE(settled());
  assign(x, load(at(to, 9), u8));
  EXPECT_TRUE(use().taken_apart) << "the copy has the address, too";
}

TEST_F(Addresses, AreNotToBeCopiedInPart) {
  ObjectId a = object("a");
  ObjectId from = object("from");
  ObjectId to = object("to");
  store(at(from, 8), at(a));
  copy(at(to), at(from), number(12));
  EXPECT_TRUE(use().taken_apart);
}

TEST_F(Addresses, ComeBackWhenObjectsAreFreed) {
  VarId p = variable("p");
  VarId q = variable("q");
  allocate(p, number(8));
  add(Free{var(p)});
  allocate(q, number(8));
  check(terms().eq(var(p), var(q)));
  AddressUse result = use();
  EXPECT_FALSE(result.numbers) << "every address of an allocated object is considered anyhow";
  EXPECT_EQ(result.comparisons.size(), 1U);
}

TEST_F(Addresses, MeetNumbers) {
  VarId n = variable("n");
  add(Havoc{{n}});
  check(terms().eq(at(object("a")), var(n)));
  EXPECT_TRUE(use().numbers);
  EXPECT_FALSE(use().confuses_objects) << "nobody follows the number";
  store(var(n), number(1));
  EXPECT_TRUE(use().confuses_objects);
}

TEST_F(Addresses, MayBecomeThoseOfOtherObjects) {
  ObjectId a = object("a");
  ObjectId b = object("b");
  VarId p = variable("p");
  assign(p, at(a));
  assign(p, plus(var(p), number(1)));
  check(terms().eq(var(p), at(b)));
  EXPECT_TRUE(use().confuses_objects);
}

/// Whether the interpreter can take the way to the target.
bool reaches(const Program& program, const std::string& target) {
  InputList inputs({1});
  RunOptions options;
  options.targets.functions = {target};
  return Interpreter(program).run(inputs, options).ending == Ending::TargetReached;
}

TEST_F(Addresses, AreCheckedWhenTheyAreCompared) {
  VarId p = variable("p");
  VarId q = variable("q");
  VarId same = variable("same", Type::boolean());
  allocate(p, number(8));
  allocate(q, number(8));
  assign(same, terms().eq(var(p), var(q)));
  AddressUse live = use();
  EXPECT_FALSE(reaches(with_checked_comparisons(program, live.comparisons, "steered"), "steered"));
  add(Free{var(p)});
  assign(same, terms().eq(var(p), var(q)));
  AddressUse dead = use();
  Program checked = with_checked_comparisons(program, dead.comparisons, "steered");
  EXPECT_THAT(validate(checked), IsEmpty());
  EXPECT_TRUE(reaches(checked, "steered"));
}

TEST_F(Addresses, BehindLiveObjectsAreCheckedWhenTheyAreCompared) {
  VarId p = variable("p");
  VarId q = variable("q");
  VarId same = variable("same", Type::boolean());
  allocate(p, number(8));
  allocate(q, number(8));
  assign(same, terms().eq(plus(var(p), number(8)), plus(var(p), number(4))));
  EXPECT_FALSE(reaches(with_checked_comparisons(program, use().comparisons, "steered"), "steered"))
      << "one object";
  assign(same, terms().eq(plus(var(p), number(8)), var(q)));
  EXPECT_TRUE(reaches(with_checked_comparisons(program, use().comparisons, "steered"), "steered"));
}

TEST_F(Addresses, ComeBackInTheInterpreterIfThatIsWanted) {
  VarId p = variable("p");
  VarId q = variable("q");
  allocate(p, number(8));
  add(Free{var(p)});
  allocate(q, number(8));
  add(Havoc{{variable("unused")}});
  add(Assume{terms().eq(var(p), var(q)), AssumeKind::Assumption});
  InputList inputs({0, 0});
  EXPECT_EQ(Interpreter(program).run(inputs, {}).ending, Ending::Blocked);
  EXPECT_EQ(run_reusing_addresses(program, inputs, {}).ending, Ending::Returned);
}

} // namespace
} // namespace kleene::ir
