// SPDX-License-Identifier: Apache-2.0
// What stands in for devices in a native run: the thread sanitizer's instrumentation calls a function before every
// access, and another one before those of volatile objects.
#pragma once
#include <string>
#include <vector>

namespace kleene::evidence {

/// Options of gcc or clang for this instrumentation. clang has it together with that of the address sanitizer.
std::vector<std::string> device_flags(const std::string& compiler);

/// The functions that are called: they put the next input where the program is going to read. The text of the harness
/// has to define kleene_input before.
std::string device_functions();

} // namespace kleene::evidence
