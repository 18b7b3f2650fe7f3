// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), by which witnesses name the files they are about.
#pragma once
#include <string>
#include <string_view>

namespace kleene {

/// In lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

} // namespace kleene
