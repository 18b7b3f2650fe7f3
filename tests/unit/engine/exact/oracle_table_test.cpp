// SPDX-License-Identifier: Apache-2.0
// Oracle O7: programs of the literature with the predicates that are known to decide them, and with too few.
// The results can be computed by hand; they are sets of states, compared value by value.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <map>

#include "concrete.h"
#include "solved.h"

namespace kleene::engine::exact {
namespace {

/// Predicates of a procedure, as text of the IR.
using Given = std::vector<std::pair<std::string, std::string>>;

class Table {
public:
  Table(const std::string& text, const Given& given) : solved_(text, {.seeds = 0}) {
    ir::Program names = solved_.ir();
    for (const auto& [procedure, predicate] : given) {
      Term atom = ir::parse_term(predicate, names, Type::boolean()).value();
      EXPECT_TRUE(
          solved_.add(find(procedure), solved_.program().in_own_words(find(procedure), atom)))
          << predicate;
    }
    solved_.solve();
  }

  /// Whether the program may be at a location.
  bool reached(const std::string& procedure, std::size_t location) {
    return !solved_.forward().states(find(procedure), ir::LocId(location)).is_false();
  }
  bool never_ends_for_sure() { return !solved_.at_start().must.is_false(); }
  bool may_never_end() { return !solved_.at_start().may.is_false(); }
  /// Whether executions from these values of variables never end, for sure.
  bool never_ends_for_sure(const std::string& procedure,
                           std::size_t location,
                           const std::map<std::string, int>& given) {
    Concrete values;
    for (std::size_t v = 0; v < solved_.ir().variables.size(); ++v)
      if (auto at = given.find(solved_.ir().variables[v].name); at != given.end()) {
        values[VarId(v)] = at->second;
        values[evidence::entry_copy(solved_.ir(), VarId(v))] = at->second;
      }
    const Bdd& must = solved_.nonterm().states(find(procedure), ir::LocId(location)).must;
    return holds(solved_.domain().formula(must), values);
  }

private:
  ir::ProcId find(const std::string& name) const {
    for (std::size_t i = 0; i < solved_.ir().procedures.size(); ++i)
      if (solved_.ir().procedures[i].name == name) return ir::ProcId(i);
    throw std::logic_error("no procedure " + name);
  }
  Solved solved_;
};

const char* const ex0 = R"(
proc main() {
  local x: int;
  local y: int;
  L0 -> L1: havoc x;
  L1 -> L2: havoc y;
  L2 -> L3: assume x > 0;
  L3 -> L4: assume x > 0;
  L3 -> exit: assume x <= 0;
  L4 -> L5: x := x + 1;
  L5 -> L6: assume x <= 0;
  location L6 label ERROR;
  L6 -> L3: skip;
  L5 -> L3: assume x > 0;
  L2 -> L7: assume x <= 0;
  L7 -> L8: assume y > 0;
  L8 -> L7: y := y - 1;
  L7 -> exit: assume y <= 0;
}
)";

TEST(OracleO7, Ex0) {
  Table table(ex0, {{"main", "x > 0"}});
  EXPECT_TRUE(table.never_ends_for_sure());
  EXPECT_TRUE(table.never_ends_for_sure("main", 3, {{"x", 1}}));
  EXPECT_FALSE(table.never_ends_for_sure("main", 3, {{"x", 0}}));
}

/// T1(n), or T2(n) if the last level calls itself.
std::string levels(int n, bool recursive) {
  std::string text = R"(
global g: int = ?;
proc main() {
  L0 -> L1: call level_1();
  L1 -> L2: assume g < 0;
  location L2 label ERROR target assertion;
  L2 -> L3: skip;
  L1 -> L3: assume g >= 0;
  L3 -> exit: skip;
}
)";
  for (int i = 1; i <= n; ++i) {
    bool last = i == n;
    text +=
        fmt::format("proc level_{}() {{\n  L0 -> L1: g := -g;\n  L1 -> L5: assume g <= 0;\n", i);
    if (last && !recursive)
      text += "  L1 -> L2: assume g > 0;\n  L2 -> L5: g := -g;\n";
    else
      text += fmt::format("  L1 -> L2: assume g > 0;\n  L2 -> L3: call level_{0}();\n"
                          "  L3 -> L4: g := -g;\n  L4 -> L5: call level_{0}();\n",
                          last ? i : i + 1);
    text += "  L5 -> exit: g := -g;\n}\n";
  }
  return text;
}

const Given signs{{"main", "g < 0"}, {"main", "g > 0"}};

TEST(OracleO7, T1ReachesTheErrorExactlyIfEven) {
  for (int n = 1; n <= 6; ++n) {
    Table table(levels(n, false), signs);
    EXPECT_EQ(table.reached("main", 2), n % 2 == 0) << n;
  }
}

TEST(OracleO7, T1NeedsBothSigns) {
  EXPECT_TRUE(Table(levels(3, false), {{"main", "g < 0"}}).reached("main", 2));
  EXPECT_TRUE(Table(levels(3, false), {{"main", "g > 0"}}).reached("main", 2));
}

TEST(OracleO7, T2IsSafeAndRunsForEver) {
  for (int n = 1; n <= 4; ++n) {
    Table table(levels(n, true), signs);
    EXPECT_FALSE(table.reached("main", 2)) << n;
    EXPECT_TRUE(table.never_ends_for_sure("main", 0, {{"g", -1}})) << n;
    EXPECT_FALSE(table.never_ends_for_sure("main", 0, {{"g", 0}})) << n;
    EXPECT_FALSE(table.never_ends_for_sure("main", 0, {{"g", 1}})) << n;
  }
}

const char* const ack = R"(
proc main() {
  local mx: int;
  local my: int;
  local r: int;
  L0 -> L1: havoc mx;
  L1 -> L2: havoc my;
  L2 -> exit: call r := ack(mx, my);
}
proc ack(x: int, y: int) returns (r: int) {
  local n: int;
  L0 -> L1: assume x > 0;
  L1 -> L2: assume y > 0;
  L2 -> L3: y := y - 1;
  L3 -> L5: call n := ack(x, y);
  L1 -> L4: assume !(y > 0);
  L4 -> L5: n := 1;
  L5 -> exit: call r := ack(x, n);
  L0 -> L6: assume !(x > 0);
  L6 -> exit: r := y + 1;
}
)";

/// y > 0 is not needed: whichever branch is taken, the call behind it has the same x.
TEST(OracleO7, AckNeedsTwoPredicates) {
  Table table(ack, {{"main", "mx > 0"}, {"ack", "x > 0"}});
  EXPECT_TRUE(table.never_ends_for_sure("main", 2, {{"mx", 1}}));
  EXPECT_FALSE(table.never_ends_for_sure("main", 2, {{"mx", 0}}));
}

const char* const shift = R"(
proc main() {
  local x: int;
  L0 -> L1: havoc x;
  L1 -> L2: call foo(x);
  L2 -> exit: assume x == 0;
  L2 -> L3: assume x < 0;
  L3 -> L4: x := -x;
  L4 -> L2: x := x + 2;
  L2 -> L5: assume x > 0;
  L5 -> L6: x := -x;
  L6 -> L2: x := x + 3;
}
proc foo(y: int) {
  L0 -> L1: y := -y;
  L1 -> exit: assume y >= 0;
  L1 -> L2: assume y < 0;
  L2 -> exit: call foo(y);
}
)";

/// 1 and 2 lead to each other, all others to 0.
TEST(OracleO7, ShiftKeepsOneAndTwo) {
  for (const Given& given : {Given{{"main", "x < 0"},
                                   {"main", "x == 0"},
                                   {"main", "x > 3"},
                                   {"main", "x == 3"},
                                   {"foo", "y < 0"}},
                             Given{{"main", "x > 0"}, {"main", "x < 3"}, {"foo", "y < 0"}}}) {
    Table table(shift, given);
    EXPECT_TRUE(table.never_ends_for_sure());
    for (int x = -6; x <= 8; ++x)
      EXPECT_EQ(table.never_ends_for_sure("main", 2, {{"x", x}}), x == 1 || x == 2) << x;
  }
}

TEST(OracleO7, ShiftIsOpenWithTwoPredicates) {
  Table table(shift, {{"main", "x < 0"}, {"main", "x == 0"}, {"foo", "y < 0"}});
  EXPECT_FALSE(table.never_ends_for_sure());
  EXPECT_TRUE(table.may_never_end());
}

/// The inner loop may leave everything as it is; and what is sorted behind it may be all of it again.
const char* const quicksort = R"(
proc main() {
  local mleft: int;
  local mright: int;
  L0 -> L1: havoc mleft;
  L1 -> L2: havoc mright;
  L2 -> exit: call sort(mleft, mright);
}
proc sort(left: int, right: int) {
  local lo: int;
  local hi: int;
  local up: bool;
  L0 -> exit: assume left >= right;
  L0 -> L1: assume left < right;
  L1 -> L2: lo := left, hi := right;
  L2 -> L3: assume lo <= hi;
  L3 -> L4: havoc up;
  L4 -> L5: assume up;
  L5 -> L2: lo := lo + 1;
  L4 -> L6: assume !up;
  L6 -> L2: assume lo == left && hi == right;
  L6 -> L7: assume !(lo == left && hi == right);
  L7 -> L2: hi := hi - 1;
  L2 -> L8: assume !(lo <= hi);
  L8 -> L9: call sort(left, hi);
  L9 -> exit: call sort(lo, right);
}
)";

TEST(OracleO7, QuicksortRunsForEverIfThereIsSomethingToSort) {
  Given guards{{"main", "mleft >= mright"},
               {"sort", "left >= right"},
               {"sort", "lo == left"},
               {"sort", "up"}};
  Given published = guards;
  for (const char* p : {"lo <= hi", "hi == right", "lo <= right"})
    published.emplace_back("sort", p);
  for (const Given& given : {guards, published}) {
    Table table(quicksort, given);
    EXPECT_TRUE(table.never_ends_for_sure());
    for (int left = -1; left <= 2; ++left)
      for (int right = -1; right <= 2; ++right)
        EXPECT_EQ(table.never_ends_for_sure("main", 2, {{"mleft", left}, {"mright", right}}),
                  left < right)
            << left << " " << right;
  }
}

/// Without knowing where the halves begin, both may be empty.
TEST(OracleO7, QuicksortIsOpenWithGuardsAlone) {
  Table table(quicksort, {{"main", "mleft >= mright"}, {"sort", "left >= right"}, {"sort", "up"}});
  EXPECT_FALSE(table.never_ends_for_sure());
  EXPECT_TRUE(table.may_never_end());
}

} // namespace
} // namespace kleene::engine::exact
