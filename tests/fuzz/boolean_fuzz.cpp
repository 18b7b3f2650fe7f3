// SPDX-License-Identifier: Apache-2.0
// Any bytes: reading a Boolean program ends with a diagnostic that has a place, or with a program that
// is valid.
#include "kleene/frontend/boolean/boolean_frontend.h"
#include "kleene/ir/validate.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kleene;
  namespace boolean = frontend::boolean;
  std::string text(reinterpret_cast<const char*>(data), size);
  for (boolean::Dialect dialect : {boolean::Dialect::Getafix, boolean::Dialect::Satabs}) {
    auto result = boolean::read_boolean_text("fuzz.bp", text, {dialect, "main"});
    if (!result) {
      if (!render(result.error()).empty()) continue;
      std::abort();
    }
    for (const std::string& problem : ir::validate(result->program)) {
      std::cerr << problem << "\n";
      std::abort();
    }
  }
  return 0;
}
