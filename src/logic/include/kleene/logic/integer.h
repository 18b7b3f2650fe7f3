// SPDX-License-Identifier: Apache-2.0
// Exact integers, and what wrapping to a machine type means.
#pragma once
#include "kleene/logic/type.h"

#include <optional>
#include <string>
#include <string_view>

namespace kleene {

/// Wide enough for every machine value and for the products of two of them.
__extension__ using Integer = __int128;

/// How the integers of a program are read: as the machine has them, or unbounded.
enum class IntegerModel : std::uint8_t { Machine, Math };

std::string to_string(Integer value);
/// Decimal, or hexadecimal after `0x`, with an optional sign; nothing if malformed or out of range.
std::optional<Integer> parse_integer(std::string_view text);

/// Smallest and largest value of a machine type.
Integer min_value(Type type);
Integer max_value(Type type);
bool fits(Type type, Integer value);
/// The value of `type` that is equal to `value` modulo 2^width.
Integer wrap(Type type, Integer value);

} // namespace kleene
