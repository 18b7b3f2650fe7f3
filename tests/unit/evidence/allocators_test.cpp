// SPDX-License-Identifier: Apache-2.0
// The interpreter under several placements: addresses that never come back, addresses that come back at
// once, and another order of the program's objects. A run does the same under all of them, or it is said
// to rest on where objects lie.
#include "kleene/evidence/execution.h"
#include "kleene/frontend/c/c_frontend.h"
#include "kleene/ir/reusing_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>

#include "address_check.h"

namespace kleene::evidence {
namespace {

struct Seen {
  ir::Ending ending = ir::Ending::Returned;
  Integer status = 0;
  bool overflow = false;
  std::string text;
  bool operator==(const Seen&) const = default;
};

std::vector<Integer> some_inputs() {
  std::mt19937 random(7);
  std::vector<Integer> values;
  for (unsigned i = 0; i < 200; ++i)
    values.push_back(Integer(random() % 21) - 5);
  return values;
}

ir::RunOptions options() {
  ir::RunOptions result;
  result.max_steps = 200'000;
  result.max_depth = 10'000;
  result.max_memory = std::uint64_t(1) << 24;
  result.targets.functions = {"reach_error"};
  result.targets.assertions = true;
  return result;
}

Seen seen(const ir::Program& program, bool reuse) {
  Seen result;
  ir::RunOptions how = options();
  how.output = [&](std::string_view text, ir::Channel) { result.text += text; };
  ir::InputList inputs(some_inputs());
  ir::RunResult run = reuse ? ir::run_reusing_addresses(program, inputs, how)
                            : ir::Interpreter(program).run(inputs, how);
  result.ending = run.ending;
  result.status = run.status;
  result.overflow = run.overflow.has_value();
  return result;
}

/// The objects in the opposite order, with other gaps.
ir::Program moved(const ir::Program& program) {
  ir::Program result = program;
  std::uint64_t next = 0x100;
  for (std::size_t i = result.objects.size(); i-- > 0;) {
    ir::Object& o = result.objects[i];
    std::uint64_t unit = ir::alignment(o);
    next = (next + unit - 1) / unit * unit;
    if (next % (2 * unit) == 0) next += unit;
    o.address = next;
    next += o.size + 48;
  }
  result.first_free_address = (next + 0xfffff) / 0x10000 * 0x10000;
  for (ir::Object& o : result.objects)
    for (const ir::Object::Pointer& p : o.pointers) {
      std::uint64_t number = result.object(p.object).address + static_cast<std::uint64_t>(p.addend);
      for (unsigned b = 0; b < result.pointer_width / 8; ++b)
        o.bytes[p.offset + b] = static_cast<char>(number >> (8 * b));
    }
  return result;
}

/// True if the placements agree.
bool compare(const ir::Program& program, const std::string& what) {
  Seen first = seen(program, false);
  Seen second = seen(program, true);
  Seen third = seen(moved(program), true);
  if (first == second && first == third) return true;
  Problem problem{program, Property::UnreachCall, options().targets, IntegerModel::Machine};
  std::string why = objection_to_addresses(problem, ir::InputList(some_inputs()), {}, options());
  EXPECT_FALSE(why.empty()) << what << " does not do the same wherever its objects lie:\n"
                            << ir::describe(first.ending) << ' ' << first.text << '\n'
                            << ir::describe(second.ending) << ' ' << second.text << '\n'
                            << ir::describe(third.ending) << ' ' << third.text;
  return false;
}

std::optional<ir::Program> read(const std::filesystem::path& path) {
  Result<frontend::c::CProgram> program = frontend::c::read_c({path.string()}, {});
  if (!program.ok()) return std::nullopt;
  return std::move(program.value().program);
}

TEST(Allocators, AgreeOnTheRegressionCases) {
  std::filesystem::path cases = std::filesystem::path(KLEENE_SOURCE_DIR) / "tests/regress";
  std::size_t agreed = 0;
  std::size_t open = 0;
  for (const char* folder : {"c_semantics", "runs", "verdicts", "placement"})
    for (const auto& entry : std::filesystem::directory_iterator(cases / folder)) {
      if (entry.path().extension() != ".c") continue;
      std::optional<ir::Program> program = read(entry.path());
      if (program) ++(compare(*program, entry.path().string()) ? agreed : open);
    }
  EXPECT_GT(agreed, 40U);
  EXPECT_GT(open, 5U) << "some of them look at addresses";
}

/// A program that allocates, frees, compares, follows and prints in any order, and mostly knows what it
/// does.
std::string random_program(std::mt19937& random) {
  auto pick = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::string text = "#include <stdio.h>\n#include <stdlib.h>\n"
                     "struct node { int value; struct node *next; };\n"
                     "static struct node fixed[2];\nstatic int numbers[4];\n"
                     "static int deeper(struct node *p, int n) { struct node here = {n, p};\n"
                     "  if (n > 0) return deeper(&here, n - 1) + here.value;\n"
                     "  return here.next == p; }\n"
                     "int main(void) {\n  struct node *p[4] = {&fixed[0], &fixed[1], 0, 0};\n"
                     "  int *q = numbers;\n  unsigned long seen = 0;\n";
  for (unsigned i = 0; i < 25; ++i) {
    std::string a = std::to_string(pick(4));
    std::string b = std::to_string(pick(4));
    switch (pick(12)) {
    case 0:
    case 1:
    case 2:
      text += "  p[" + a + "] = malloc(sizeof(struct node)); p[" + a
              + "]->value = " + std::to_string(i) + "; p[" + a + "]->next = 0;\n";
      break;
    case 3:
      text += "  if (p[" + a + "] && p[" + a + "] != &fixed[0] && p[" + a
              + "] != &fixed[1]) { free(p[" + a + "]); "
              + (pick(3) == 0 ? "" : "p[" + a + "] = 0; ") + "}\n";
      break;
    case 4:
      text += "  if (p[" + a + "] == p[" + b + "]) printf(\"same " + a + b + "\\n\");\n";
      break;
    case 5:
      text += "  if (p[" + a + "]) p[" + a + "]->next = p[" + b + "];\n";
      break;
    case 6:
      text += "  if (p[" + a + "]) printf(\"%d\\n\", p[" + a + "]->value);\n";
      break;
    case 7:
      text += "  if (p[" + a + "] && p[" + a + "]->next) p[" + b + "] = p[" + a + "]->next;\n";
      break;
    case 8:
      text += "  printf(\"%d\\n\", deeper(p[" + a + "], " + b + "));\n";
      break;
    case 9:
      text +=
          "  q = numbers + " + a + "; *q += " + b + "; if (q < numbers + 2) printf(\"low\\n\");\n";
      break;
    case 10:
      text += "  p[" + a + "] = &fixed[" + std::to_string(pick(2)) + "];\n";
      break;
    default:
      if (pick(2) == 0)
        text += "  if ((unsigned long)p[" + a
                + "] > seen) printf(\"up\\n\"); seen = (unsigned long)p[" + b + "];\n";
    }
  }
  return text + "  return 0;\n}\n";
}

TEST(Allocators, AgreeOnRandomPrograms) {
  std::filesystem::path path = std::filesystem::temp_directory_path()
                               / ("kleene_allocators_" + std::to_string(::getpid()) + ".c");
  std::size_t agreed = 0;
  std::size_t open = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    std::string text = random_program(random);
    std::ofstream(path) << text;
    std::optional<ir::Program> program = read(path);
    ASSERT_TRUE(program) << text;
    ++(compare(*program, text) ? agreed : open);
  }
  std::filesystem::remove(path);
  EXPECT_GT(agreed, 10U);
  EXPECT_GT(open, 0U) << "some of them look at addresses";
}

} // namespace
} // namespace kleene::evidence
