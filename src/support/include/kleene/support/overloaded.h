// SPDX-License-Identifier: Apache-2.0
// One function per alternative of a std::variant, for std::visit: an alternative that is left out does not compile.
#pragma once

namespace kleene {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};

} // namespace kleene
