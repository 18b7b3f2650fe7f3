// SPDX-License-Identifier: Apache-2.0
// The table of all engines, in the order in which `auto` asks them.
#pragma once
#include "kleene/engine/engine.h"

#include <span>

namespace kleene::engine {

std::span<const Engine> engines();
/// Null if there is no such engine.
const Engine* find_engine(std::string_view name);

} // namespace kleene::engine
