// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/registry.h"

#include "kleene/engine/bmc/bmc.h"
#include "kleene/engine/calculus/calculus.h"
#include "kleene/engine/chc/chc.h"
#include "kleene/engine/concurrent/concurrent.h"
#include "kleene/engine/exact/exact.h"
#include "kleene/engine/explore/explore.h"
#include "kleene/engine/kind/kind.h"
#include "kleene/engine/leap/leap.h"
#include "kleene/engine/linear/linear.h"
#include "kleene/engine/ranges/ranges.h"
#include "kleene/engine/summaries/summaries.h"
#include "kleene/engine/values/values.h"

#include <algorithm>
#include <array>

namespace kleene::engine {
namespace {

constexpr std::array table{explore::engine,
                           ranges::engine,
                           values::engine,
                           bmc::engine,
                           linear::engine,
                           linear::backward_engine,
                           summaries::engine,
                           chc::engine,
                           kind::engine,
                           summaries::backward_engine,
                           calculus::engines[0],
                           calculus::engines[1],
                           calculus::engines[2],
                           calculus::engines[3],
                           calculus::engines[4],
                           exact::engine,
                           leap::engine,
                           concurrent::engine,
                           concurrent::formula_engine,
                           concurrent::stacks_engine};

} // namespace

std::span<const Engine> engines() {
  return table;
}

const Engine* find_engine(std::string_view name) {
  const auto* found = std::ranges::find(table, name, &Engine::name);
  return found == table.end() ? nullptr : found;
}

} // namespace kleene::engine
