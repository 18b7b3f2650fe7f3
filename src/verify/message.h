// SPDX-License-Identifier: Apache-2.0
// What the processes of a race tell the one that started them: outcomes as CBOR, the binary form of JSON.
#pragma once
#include "kleene/verify/portfolio.h"

namespace kleene::verify {

std::string encode(const Outcome& outcome);
/// Nothing that comes from another process is believed to be whole: nothing if it is not.
std::optional<Outcome> decode(const std::string& message);

} // namespace kleene::verify
