// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/registry.h"

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

namespace kleene::verify {
namespace {

using engine::calculus::engines;

// clang-format off
constexpr std::array table{
    //                                                  straight bytes recursion loops
    RegistryEntry{&engine::explore::engine,               {1, 1, 1, 1}},
    RegistryEntry{&engine::ranges::engine,                {2, 2, 2, 2}},
    RegistryEntry{&engine::values::engine,                {4, 3, 3, 3}},
    RegistryEntry{&engine::bmc::engine,                   {3, 4, 4, 4}},
    RegistryEntry{&engine::linear::engine,                {7, 9, 8, 7}},
    RegistryEntry{&engine::linear::backward_engine},
    RegistryEntry{&engine::summaries::engine},
    RegistryEntry{&engine::chc::engine,                   {6, 6, 5, 5}},
    RegistryEntry{&engine::kind::engine,                  {8, 5, 6, 6}},
    RegistryEntry{&engine::summaries::backward_engine},
    RegistryEntry{&engines[0]},
    RegistryEntry{&engines[1]},
    RegistryEntry{&engines[2]},
    RegistryEntry{&engines[3]},
    RegistryEntry{&engines[4]},
    RegistryEntry{&engine::exact::engine,                 {5, 7, 7, 9}},
    RegistryEntry{&engine::leap::engine,                  {9, 8, 9, 8}},
    RegistryEntry{&engine::concurrent::engine},
    RegistryEntry{&engine::concurrent::formula_engine},
    RegistryEntry{&engine::concurrent::stacks_engine},
};
// clang-format on

} // namespace

std::span<const RegistryEntry> registry() {
  return table;
}

const engine::Engine* find_engine(std::string_view name) {
  auto name_of = [](const RegistryEntry& row) { return row.engine->name; };
  const auto* found = std::ranges::find(table, name, name_of);
  return found == table.end() ? nullptr : found->engine;
}

} // namespace kleene::verify
