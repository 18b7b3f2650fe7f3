// SPDX-License-Identifier: Apache-2.0
// Any bytes: reading formulas ends with a session or a diagnostic, and evaluating them with results, a
// diagnostic, or a limit.
#include "kleene/calculus/session.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kleene;
  SourceFiles files;
  FileId file = files.add("input", std::string(reinterpret_cast<const char*>(data), size));
  calculus::ReadOptions options;
  options.load = [](const std::string&) {
    return ReadFile{std::nullopt, "nothing is loaded here"};
  };
  auto session = calculus::Session::read(files, {file}, options);
  if (!session) return 0;
  Budget budget(std::chrono::milliseconds(500), std::nullopt);
  try {
    (void)(*session)->evaluate(budget, silent_observer());
  } catch (const ResourceOut&) {
    // As it should be.
  }
  return 0;
}
