// SPDX-License-Identifier: Apache-2.0
// Any text is a property file or an error with a message.
#include "kleene/frontend/task/property.h"
#include "kleene/support/invariant.h"

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kleene;
  std::string text(reinterpret_cast<const char*>(data), size);
  auto properties = frontend::task::parse_properties("fuzz.prp", text);
  if (properties) {
    KL_INVARIANT(!properties->empty(), "a property file should have a property");
    for (const frontend::task::PropertyLine& p : *properties)
      KL_INVARIANT(!p.entry.empty() && p.line > 0, "a property should have an entry and a line");
  } else {
    KL_INVARIANT(!properties.error().message.empty(), "an error should have a message");
    render(properties.error());
  }
  return 0;
}
