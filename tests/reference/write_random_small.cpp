// SPDX-License-Identifier: Apache-2.0
// Writes random programs over small integers into a folder, each with the truth about it in its first
// line: write_random_small FOLDER FIRST LAST [BITS]. C text, or text of the IR with so many bits.
#include <fmt/core.h>

#include <fstream>
#include <string>

#include "random_small.h"
#include "small_reference.h"

int main(int argc, char** argv) {
  using namespace kleene::reference;
  if (argc < 4) {
    fmt::print(stderr, "usage: {} FOLDER FIRST LAST [BITS]\n", argv[0]);
    return 1;
  }
  std::string folder = argv[1];
  unsigned bits = argc > 4 ? unsigned(std::stoul(argv[4])) : 0;
  for (std::uint64_t seed = std::stoull(argv[2]); seed <= std::stoull(argv[3]); ++seed) {
    SmallProgram program = random_small_program(seed, bits);
    std::optional<SmallTruth> truth = truth_about(program);
    if (!truth) continue;
    std::ofstream file(fmt::format("{}/{}.{}", folder, seed, bits > 0 ? "ir" : "c"));
    file << fmt::format(
        "// unreach-call={} termination={}\n", !truth->reaches_error, !truth->runs_for_ever)
         << (bits > 0 ? to_ir(program) : random_c_program(seed));
  }
}
