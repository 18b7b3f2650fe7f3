// SPDX-License-Identifier: Apache-2.0
// printf over the memory of an interpreted program, for integers, characters, strings and pointers.
#pragma once
#include "kleene/logic/integer.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kleene::ir::vm {

/// The byte at an address; nothing if it may not be read.
using ByteReader = std::function<std::optional<char>(std::uint64_t)>;
using PrintArgument = Integer;

/// The text that C's printf gives for the format string at `format`. The width of `long`, `size_t`
/// and `ptrdiff_t` is `pointer_width`. An unknown conversion is printed as it stands, as glibc does.
/// Nothing if that is undefined: a format or string outside the live objects, too few arguments. `%n`
/// counts as such, since no region says where it writes.
std::optional<std::string> print(const ByteReader& read,
                                 std::uint64_t format,
                                 const std::vector<PrintArgument>& arguments,
                                 unsigned pointer_width);

} // namespace kleene::ir::vm
