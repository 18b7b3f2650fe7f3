// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <functional>
#include <gmock/gmock.h>

namespace kleene::ir {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Type i32 = Type::machine(32, true);

/// A valid program with a bit of everything, for tests to spoil.
Program sound_program() {
  Result<Program> program = parse(R"(
    file "a.c";
    global x: i32 = 1;
    global b: bool = ?;
    global p: u64 = &buffer;
    global m: memory cell i32;
    global n: memory;
    global live: allocation;
    object buffer at 0x1000 size 16 in m bytes "08100000 00000000" pointers 0: &buffer + 8;
    object other at 0x1010 size 8 in n;
    function code at 0x2000 body f;
    proc main() {
      local y: i32;
      L0 -> L1: x := y + 1, m := store(m, p, x) @ 1:1-1:5;
      L1 -> exit: skip;
    }
    proc f(a: i32, c: bool) returns (r: i32, s: bool) {
      local z: i32;
      L0 -> exit: r := a;
    })",
                                  "sound.ir");
  EXPECT_TRUE(program) << render(program.error());
  return std::move(program).value();
}

TEST(Validate, AcceptsASoundProgram) {
  EXPECT_THAT(validate(sound_program()), IsEmpty());
}

TEST(Validate, AcceptsASmallRecursiveProgram) {
  Result<Program> program = parse(R"(
    proc main() {
      local n, r: i32;
      start -> call: havoc n from "__VERIFIER_nondet_int";
      call -> check: call r := factorial(n);
      check -> exit: assume r > 0;
      check -> error: assume r <= 0;
      location error target assertion;
    }
    proc factorial(n: i32) returns (r: i32) {
      start -> exit: assume n <= 1;
      start -> go: assume n > 1;
      go -> back: call r := factorial(n - 1);
      back -> exit: r := n * r;
    })",
                                  "f.ir");
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_THAT(validate(*program), IsEmpty());
}

TEST(Validate, TheEmptyProgramHasNoEntry) {
  EXPECT_THAT(validate(Program()), ElementsAre(HasSubstr("no entry procedure")));
}

// Each case breaks one rule.

struct Broken {
  std::string complaint;
  std::function<void(Program&)> spoil;
};
void PrintTo(const Broken& broken, std::ostream* out) {
  *out << broken.complaint;
}

class ValidateRule : public testing::TestWithParam<Broken> {};

TEST_P(ValidateRule, IsChecked) {
  Program program = sound_program();
  GetParam().spoil(program);
  EXPECT_THAT(validate(program), ElementsAre(HasSubstr(GetParam().complaint)));
}

Variable& variable(Program& p, const std::string& name) {
  return p.variable(*p.find_variable(name));
}
VarId id(Program& p, const std::string& name) {
  return *p.find_variable(name);
}
Term term(Program& p, const std::string& name) {
  return p.var(id(p, name));
}
Term number(Program& p, Integer value, Type type = Type::machine(64, false)) {
  return p.terms->constant(type, value);
}

INSTANTIATE_TEST_SUITE_P(
    Programs,
    ValidateRule,
    testing::Values(Broken{"there is no entry procedure", [](Program& p) { p.entry = ProcId(7); }},
                    Broken{"the first free address does not fit",
                           [](Program& p) {
                             p = parse("pointer_width 32; proc main() {}", "").value();
                             p.first_free_address = std::uint64_t(1) << 40;
                           }},
                    Broken{"the pointer width should be",
                           [](Program& p) {
                             p = parse("proc main() {}", "").value();
                             p.pointer_width = 12;
                           }},
                    Broken{"procedure main is not the only one",
                           [](Program& p) { p.procedures[1].name = "main"; }},
                    Broken{"procedure has no name", [](Program& p) { p.procedures[1].name = ""; }},
                    Broken{"object buffer is not the only one",
                           [](Program& p) { p.objects[1].name = "buffer"; }},
                    Broken{"variable x is not the only one",
                           [](Program& p) { variable(p, "z").name = "x"; }},
                    Broken{"variable has no name", [](Program& p) { variable(p, "z").name = ""; }},
                    Broken{"names a file that is not registered",
                           [](Program& p) { variable(p, "z").range.file = FileId(3); }},
                    Broken{"names a file that is not registered",
                           [](Program& p) { p.objects[0].range.file = FileId(3); }},
                    Broken{"names a file that is not registered",
                           [](Program& p) { p.procedures[0].range.file = FileId(3); }},
                    Broken{"names a file that is not registered",
                           [](Program& p) { p.procedures[0].edges[0].range.file = FileId(3); }}));

INSTANTIATE_TEST_SUITE_P(
    Variables,
    ValidateRule,
    testing::Values(Broken{"should have 1 to 64 bits",
                           [](Program& p) { variable(p, "z").type = Type::machine(65, true); }},
                    Broken{"should have 1 to 64 bits",
                           [](Program& p) { variable(p, "z").type = Type::machine(0, false); }},
                    Broken{"which is for globals only",
                           [](Program& p) { variable(p, "z").type = Type::memory(); }},
                    Broken{"has a cell type but is no memory",
                           [](Program& p) { variable(p, "z").cell = i32; }},
                    Broken{"machine integer of whole bytes",
                           [](Program& p) { variable(p, "m").cell = Type::machine(12, true); }},
                    Broken{"has an initial value but is no global",
                           [](Program& p) { variable(p, "z").initial = number(p, 1, i32); }},
                    Broken{"should be a constant or an address",
                           [](Program& p) { variable(p, "x").initial = term(p, "x"); }},
                    Broken{"should be a constant or an address",
                           [](Program& p) { variable(p, "x").initial = Term(); }},
                    Broken{"has type i64 instead of i32",
                           [](Program& p) {
                             variable(p, "x").initial = number(p, 1, Type::machine(64, true));
                           }},
                    Broken{"has type u64 instead of memory",
                           [](Program& p) { variable(p, "n").initial = number(p, 1); }},
                    Broken{"the address of no object",
                           [](Program& p) {
                             variable(p, "p").initial =
                                 p.terms->address(ObjectId(9), p.pointer_type());
                           }},
                    Broken{"z should be listed once by its owner, not 0 times",
                           [](Program& p) { p.procedures[1].locals.clear(); }},
                    Broken{"z should be listed once by its owner, not 2 times",
                           [](Program& p) { p.procedures[1].locals.push_back(id(p, "z")); }},
                    Broken{"lists the variable z of another owner",
                           [](Program& p) {
                             std::swap(p.procedures[0].locals, p.procedures[1].locals);
                             p.procedures[0].locals.push_back(id(p, "y"));
                             p.procedures[1].locals.clear();
                           }},
                    Broken{"x should be listed once by its owner, not 2 times",
                           [](Program& p) { p.globals.push_back(id(p, "x")); }},
                    Broken{"lists a variable that does not exist",
                           [](Program& p) { p.procedures[1].locals.push_back(VarId(99)); }},
                    Broken{"belongs to a procedure that does not exist",
                           [](Program& p) {
                             p.variables.push_back({.name = "w", .type = i32, .owner = ProcId(9)});
                           }},
                    Broken{"is not the allocation table of the program",
                           [](Program& p) { p.allocation = VarId(); }},
                    Broken{"should be a variable of type allocation", [](Program& p) {
                             p = parse("global x: i32 = 0; proc main() {}", "").value();
                             p.allocation = VarId(0);
                           }}));

INSTANTIATE_TEST_SUITE_P(
    Objects,
    ValidateRule,
    testing::Values(
        Broken{"contains address 0", [](Program& p) { p.objects[1].address = 0; }},
        Broken{"beyond the first free address",
               [](Program& p) { p.objects[1].address = p.first_free_address - 7; }},
        Broken{"beyond the first free address",
               [](Program& p) { p.objects[1].address = ~std::uint64_t(0); }},
        Broken{"the objects buffer and other overlap", [](Program& p) { p.objects[0].size = 17; }},
        Broken{"the objects other and code overlap",
               [](Program& p) {
                 p.objects[1].address = p.objects[2].address;
                 p.objects[1].size = 0;
               }},
        Broken{"is in no region", [](Program& p) { p.objects[1].region = VarId(); }},
        Broken{"is in no region", [](Program& p) { p.objects[1].region = id(p, "x"); }},
        Broken{"9 bytes of contents but the size 8",
               [](Program& p) { p.objects[1].bytes = std::string(9, 'a'); }},
        Broken{"is no function but has a body",
               [](Program& p) { p.objects[1].procedure = ProcId(0); }},
        Broken{"is a function but has contents",
               [](Program& p) { p.objects[2].region = id(p, "m"); }},
        Broken{"has a body that does not exist",
               [](Program& p) { p.objects[2].procedure = ProcId(9); }},
        Broken{"points to an object that does not exist",
               [](Program& p) { p.objects[0].pointers[0].object = ObjectId(9); }},
        Broken{"no room for a pointer at offset 9",
               [](Program& p) { p.objects[0].pointers[0].offset = 9; }},
        Broken{"no room for a pointer",
               [](Program& p) { p.objects[0].pointers[0].offset = ~std::uint64_t(0); }},
        Broken{"are not the address 0x1008", [](Program& p) { p.objects[0].bytes[0] = 9; }},
        Broken{"are not the address 0x1000", [](Program& p) {
                 p.objects[0].pointers.push_back({8, ObjectId(0), 0});
               }}));

INSTANTIATE_TEST_SUITE_P(
    Procedures,
    ValidateRule,
    testing::Values(
        Broken{"main has no entry", [](Program& p) { p.procedures[0].entry = LocId(); }},
        Broken{"main has no exit", [](Program& p) { p.procedures[0].exit = LocId(9); }},
        Broken{
            "no edge should leave the exit",
            [](Program& p) { p.procedures[0].add_edge(p.procedures[0].exit, LocId(0), Skip{}); }},
        Broken{"should join locations of the procedure",
               [](Program& p) { p.procedures[0].add_edge(LocId(0), LocId(9), Skip{}); }},
        Broken{"location exit is not the only one",
               [](Program& p) { p.procedures[0].locations[1].name = "exit"; }},
        Broken{"has the name that belongs to another index",
               [](Program& p) {
                 p.procedures[0].locations[0].name = "a";
                 p.procedures[0].locations[1].name = "L0";
               }},
        Broken{"has an empty label",
               [](Program& p) { p.procedures[0].locations[1].labels = {""}; }},
        Broken{"is the call of no function", [](Program& p) {
                 p.procedures[0].locations[1].target = Target{TargetKind::Call, ""};
               }}));

/// A statement on an additional edge of `main`.
Broken statement(std::string complaint, std::function<Statement(Program&)> make) {
  return {std::move(complaint),
          [make](Program& p) { p.procedures[0].add_edge(LocId(0), LocId(1), make(p)); }};
}

INSTANTIATE_TEST_SUITE_P(
    Terms,
    ValidateRule,
    testing::Values(
        statement("the condition is missing", [](Program&) { return Assume{}; }),
        statement("there is a variable that does not exist",
                  [](Program& p) { return Assume{p.terms->variable(VarId(99), Type::boolean())}; }),
        statement("the variable c is not in scope",
                  [](Program& p) { return Assume{term(p, "c")}; }),
        statement("the variable x of type i32 is used with type bool",
                  [](Program& p) {
                    return Assume{p.terms->variable(id(p, "x"), Type::boolean())};
                  }),
        statement("the address of an object that does not exist",
                  [](Program& p) { return Free{p.terms->address(ObjectId(9), p.pointer_type())}; }),
        statement("an address has type u32",
                  [](Program& p) {
                    Term address = p.terms->address(ObjectId(0), Type::machine(32, false));
                    return Free{p.terms->cast(p.pointer_type(), address)};
                  }),
        statement("operand 2 of load has type i32 instead of the pointer type u64",
                  [](Program& p) {
                    Term value = p.terms->load(i32, term(p, "m"), term(p, "x"));
                    return Assign{{id(p, "x")}, {value}};
                  }),
        statement("operand 2 of freeable has type i32", [](Program& p) {
          return Assume{p.terms->freeable(term(p, "live"), term(p, "x"))};
        })));

INSTANTIATE_TEST_SUITE_P(
    Assignments,
    ValidateRule,
    testing::Values(
        statement("2 variables are assigned 1 values",
                  [](Program& p) {
                    return Assign{{id(p, "x"), id(p, "y")}, {number(p, 1, i32)}};
                  }),
        statement("the variable x is written twice",
                  [](Program& p) {
                    return Assign{{id(p, "x"), id(p, "x")}, {term(p, "y"), term(p, "x")}};
                  }),
        statement("the variable x of type i32 is assigned a value of type u64",
                  [](Program& p) {
                    return Assign{{id(p, "x")}, {number(p, 1)}};
                  }),
        statement("the assigned value is missing",
                  [](Program& p) {
                    return Assign{{id(p, "x")}, {Term()}};
                  }),
        statement("the variable z is not in scope",
                  [](Program& p) {
                    return Assign{{id(p, "z")}, {term(p, "x")}};
                  }),
        statement("there is a variable that does not exist",
                  [](Program& p) {
                    return Assign{{VarId(99)}, {term(p, "x")}};
                  }),
        statement("something else than stores to itself",
                  [](Program& p) {
                    return Assign{{id(p, "m")}, {term(p, "n")}};
                  }),
        statement("something else than stores to itself",
                  [](Program& p) {
                    return Assign{{id(p, "m")}, {term(p, "m")}};
                  }),
        statement("something else than stores to itself",
                  [](Program& p) {
                    Term changed = p.terms->store(term(p, "n"), term(p, "p"), term(p, "x"));
                    return Assign{{id(p, "m")}, {changed}};
                  }),
        statement("something else than stores to itself",
                  [](Program& p) {
                    Term changed = p.terms->store(term(p, "m"), term(p, "p"), term(p, "x"));
                    Term either = p.terms->ite(term(p, "b"), changed, term(p, "m"));
                    return Assign{{id(p, "m")}, {either}};
                  }),
        statement("the allocation table live is assigned", [](Program& p) {
          return Assign{{id(p, "live")}, {term(p, "live")}};
        })));

INSTANTIATE_TEST_SUITE_P(
    Statements,
    ValidateRule,
    testing::Values(
        statement("the condition should have type bool, not i32",
                  [](Program& p) { return Assume{term(p, "x")}; }),
        statement("the variable m of type memory cannot be chosen",
                  [](Program& p) { return Havoc{.variables = {id(p, "m")}}; }),
        statement("the variable live of type allocation cannot be chosen",
                  [](Program& p) {
                    return Havoc{.variables = {id(p, "live")}, .choice = Choice::Unknown};
                  }),
        statement("the variable x is written twice",
                  [](Program& p) {
                    return Havoc{.variables = {id(p, "x"), id(p, "x")}};
                  }),
        statement("an escaping value is missing",
                  [](Program&) { return Havoc{.choice = Choice::Unknown, .escaping = {Term()}}; }),
        statement("the callee does not exist", [](Program&) { return Call{.callee = ProcId(9)}; }),
        statement("f has 2 parameters but is given 1 arguments",
                  [](Program& p) {
                    return Call{{}, ProcId(1), {term(p, "x")}};
                  }),
        statement("argument 2 has type i32 instead of bool",
                  [](Program& p) {
                    return Call{{}, ProcId(1), {term(p, "x"), term(p, "x")}};
                  }),
        statement("an argument is missing",
                  [](Program& p) {
                    return Call{{}, ProcId(1), {term(p, "x"), Term()}};
                  }),
        statement("f returns 2 values, not 1",
                  [](Program& p) {
                    return Call{{id(p, "x")}, ProcId(1), {term(p, "x"), term(p, "b")}};
                  }),
        statement("result 2 has type i32 instead of bool",
                  [](Program& p) {
                    return Call{{id(p, "x"), id(p, "y")}, ProcId(1), {term(p, "x"), term(p, "b")}};
                  }),
        statement("the status is missing", [](Program&) { return Halt{}; }),
        statement("the status should be an integer, not bool",
                  [](Program& p) {
                    return Halt{HaltKind::Exit, term(p, "b")};
                  }),
        statement("only exit has a status", [](Program& p) {
          return Halt{HaltKind::Abort, term(p, "x")};
        })));

INSTANTIATE_TEST_SUITE_P(
    MemoryStatements,
    ValidateRule,
    testing::Values(
        statement("the variable x should have the pointer type u64",
                  [](Program& p) {
                    return Alloc{.target = id(p, "x"), .size = number(p, 4), .region = id(p, "m")};
                  }),
        statement("the size should have type u64, not i32",
                  [](Program& p) {
                    return Alloc{.target = id(p, "p"), .size = term(p, "x"), .region = id(p, "m")};
                  }),
        statement("the region x should have type memory",
                  [](Program& p) {
                    return Alloc{.target = id(p, "p"), .size = number(p, 4), .region = id(p, "x")};
                  }),
        statement("the alignment 12 should be a power of two",
                  [](Program& p) {
                    return Alloc{.target = id(p, "p"),
                                 .size = number(p, 4),
                                 .alignment = 12,
                                 .region = id(p, "m")};
                  }),
        statement("the address should have type u64, not i32",
                  [](Program& p) { return Free{term(p, "x")}; }),
        statement("the region x should have type memory",
                  [](Program& p) {
                    return Forget{id(p, "x"), term(p, "p"), number(p, 1)};
                  }),
        statement("the address should have type u64",
                  [](Program& p) {
                    return Forget{id(p, "m"), term(p, "x"), number(p, 1)};
                  }),
        statement("the length should have type u64",
                  [](Program& p) {
                    return Forget{id(p, "m"), term(p, "p"), term(p, "x")};
                  }),
        statement("the format is missing", [](Program&) { return Output{}; }),
        statement("an argument of an output should be an integer, not bool",
                  [](Program& p) {
                    return Output{.format = term(p, "p"), .arguments = {term(p, "b")}};
                  }),
        statement("the destination is missing",
                  [](Program& p) {
                    return Output{
                        .channel = Channel::Memory, .format = term(p, "p"), .region = id(p, "m")};
                  }),
        statement("the region x should have type memory",
                  [](Program& p) {
                    return Output{.channel = Channel::Memory,
                                  .format = term(p, "p"),
                                  .destination = term(p, "p"),
                                  .region = id(p, "x")};
                  }),
        statement("the limit should have type u64, not i32",
                  [](Program& p) {
                    return Output{.channel = Channel::Memory,
                                  .format = term(p, "p"),
                                  .destination = term(p, "p"),
                                  .limit = term(p, "x"),
                                  .region = id(p, "m")};
                  }),
        statement("only output to memory has a destination",
                  [](Program& p) {
                    return Output{.format = term(p, "p"), .destination = term(p, "p")};
                  }),
        statement("the variable b should be an integer", [](Program& p) {
          return Output{.format = term(p, "p"), .result = id(p, "b")};
        })));

} // namespace
} // namespace kleene::ir
