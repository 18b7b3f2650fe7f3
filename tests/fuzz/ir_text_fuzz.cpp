// SPDX-License-Identifier: Apache-2.0
// Any bytes: parsing ends with a program or a diagnostic. A program survives printing and parsing, is
// as valid as before, and can be drawn.
#include "kleene/ir/draw.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>

namespace {

using kleene::ir::Program;

[[noreturn]] void disagree(const std::string& what, const std::string& text) {
  std::cerr << what << "\n" << text << "\n";
  std::abort();
}

void check(const Program& program) {
  std::string text = kleene::ir::print(program);
  kleene::Result<Program> again = kleene::ir::parse(text, "printed");
  if (!again) disagree(kleene::render(again.error()), text);
  if (kleene::ir::print(*again) != text) disagree("printed differently again", text);
  if (kleene::ir::validate(program) != kleene::ir::validate(*again))
    disagree("validated differently again", text);
  kleene::ir::to_dot(program);
  kleene::ir::to_cfg(program);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  kleene::Result<Program> program = kleene::ir::parse(text, "input");
  if (program) check(*program);
  return 0;
}
