// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/project/project.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <set>

namespace kleene::frontend::project {

Result<Machine> machine_of(const Project& project, std::optional<unsigned> bits) {
  Machine machine;
  const bool given = bits.has_value();
  std::set<std::string> processor;
  for (const Unit& unit : project.units) {
    processor.insert(unit.processor.begin(), unit.processor.end());
    if (!unit.other_machine.empty() && !given)
      return Diagnostic::error(
          ErrorKind::Unsupported,
          fmt::format("{} is compiled by {}, for another machine; with --data-model it is read as "
                      "code of gcc for x86",
                      unit.file,
                      unit.other_machine));
    if (!unit.other_machine.empty())
      machine.assumptions.emplace_back(
          "compiler",
          fmt::format("what {} compiles is read as code of gcc for x86", unit.other_machine));
    unsigned wanted = unit.bits.value_or(64);
    if (!given && bits.value_or(wanted) != wanted)
      return Diagnostic::error(
          ErrorKind::Parse,
          fmt::format("{} and {} are compiled for different data models (-m32)",
                      project.units.front().file,
                      unit.file));
    if (!given) bits = wanted;
  }
  machine.bits = *bits;
  if (!project.left_out.empty())
    machine.warnings.push_back(
        fmt::format("these files of the project are no C and are left out: {}",
                    fmt::join(project.left_out, ", ")));
  if (!project.ambiguous.empty())
    machine.warnings.push_back(
        fmt::format("these files are compiled in several ways, of which the first counts: {}",
                    fmt::join(project.ambiguous, ", ")));
  if (!processor.empty())
    machine.assumptions.emplace_back(
        "processor",
        fmt::format("the code for processors without extensions is read; {} is not followed",
                    fmt::join(processor, ", ")));
  return machine;
}

} // namespace kleene::frontend::project
