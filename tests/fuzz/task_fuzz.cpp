// SPDX-License-Identifier: Apache-2.0
// Any text is a task file or an error with a message.
#include "kleene/frontend/task/task.h"
#include "kleene/support/invariant.h"

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kleene;
  std::string text(reinterpret_cast<const char*>(data), size);
  auto task = frontend::task::parse_task("fuzz.yml", text);
  if (task) {
    KL_INVARIANT(!task->input_files.empty(), "a task should have an input file");
  } else {
    KL_INVARIANT(!task.error().message.empty(), "an error should have a message");
    render(task.error());
  }
  return 0;
}
