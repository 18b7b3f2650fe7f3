// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>

namespace kleene::frontend::c {

/// Runs `work` on a thread with a stack of `bytes` (less if there is no room for that) and waits for
/// it. Exceptions come out here.
void run_on_large_stack(std::size_t bytes, const std::function<void()>& work);

} // namespace kleene::frontend::c
