// SPDX-License-Identifier: Apache-2.0
// Files that a command writes appear whole or not at all.
#pragma once
#include "kleene/support/diagnostic.h"

#include <optional>
#include <string>

namespace kleene {

/// `-` is stdout. A file is written under another name first and then renamed; a device or a pipe is
/// written to. The diagnostic says why it did not work (a full disk, a missing folder, …).
std::optional<Diagnostic> write_whole_file(const std::string& path, const std::string& text);

} // namespace kleene
