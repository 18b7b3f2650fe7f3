// SPDX-License-Identifier: Apache-2.0
#include "thread_harness.h"

#include <fmt/core.h>

#include "harness.h"
#include "races.h"

namespace kleene::evidence {
namespace {

const std::string turns =
#include "turns_c_text.inc"
    ;
const std::string locks =
#include "locks_c_text.inc"
    ;
const std::string names_of_c11 =
#include "c11_c_text.inc"
    ;
const std::string accesses =
#include "accesses_c_text.inc"
    ;
const std::string runtime = turns + locks + names_of_c11 + accesses;

} // namespace

bool is_replaced(const std::string& function) {
  return runtime.find(fmt::format(" {}{}(", thread_prefix, function)) != std::string::npos
         || runtime.find(fmt::format("*{}{}(", thread_prefix, function)) != std::string::npos
         || runtime.find(fmt::format("KLEENE_NOTHING({})", function)) != std::string::npos;
}

std::string thread_functions(const std::vector<ir::Slice>& schedule,
                             const std::vector<std::string>& sections,
                             bool deadlock,
                             bool checks_heap) {
  std::string text = "\n/* Who has how many turns, one after the other. */\n"
                     "static const struct {\n  int thread;\n  unsigned turns;\n"
                     "} kleene_schedule[] = {\n";
  std::vector<ir::Slice> moves = schedule;
  std::vector<std::size_t> next = take_next(moves);
  for (const ir::Slice& slice : moves)
    text += fmt::format("    {{{}, {}}},\n", slice.thread, slice.steps);
  text += "    {0, 0},\n};\n";
  bool race = next.size() == 2;
  text += "/* The threads that race when the schedule is over. */\n";
  text += race ? fmt::format("static const int kleene_racing[2] = {{{}, {}}};\n", next[0], next[1])
               : "static const int kleene_racing[2] = {-1, -1};\n";
  text += fmt::format("static const int kleene_deadlock = {};\n", deadlock ? 1 : 0);
  text += fmt::format("static const int kleene_checks_heap = {};\n", checks_heap ? 1 : 0);
  text += fmt::format(
      "KLEENE_LOCAL void kleene_violated(void) {{ kleene_end(\"{}: \", \"{}\", 10); }}\n",
      reached_text,
      race ? data_race : all_wait);
  for (const std::string& function : sections)
    text += fmt::format("extern char {}[];\n", function);
  text += "static char *const kleene_sections[] = {";
  for (const std::string& function : sections)
    text += function + ", ";
  return text + "0};\n" + runtime;
}

} // namespace kleene::evidence
