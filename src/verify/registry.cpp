// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/registry.h"

#include "kleene/engine/bmc/bmc.h"
#include "kleene/engine/calculus/calculus.h"
#include "kleene/engine/chc/chc.h"
#include "kleene/engine/concurrent/concurrent.h"
#include "kleene/engine/exact/exact.h"
#include "kleene/engine/explicit_value/explicit_value.h"
#include "kleene/engine/fuzz/fuzz.h"
#include "kleene/engine/intervals/intervals.h"
#include "kleene/engine/k_induction/k_induction.h"
#include "kleene/engine/leap/leap.h"
#include "kleene/engine/linear/linear.h"
#include "kleene/engine/schedules/schedules.h"
#include "kleene/engine/schedules/stateless.h"
#include "kleene/engine/summaries/summaries.h"
#include "kleene/engine/termination/termination.h"

#include <algorithm>
#include <array>

namespace kleene::verify {
namespace {

using engine::calculus::engines;

// clang-format off
constexpr std::array table{
    //                                                     straight bytes recursion loops
    RegistryEntry{&engine::fuzz::engine,                  {1, 1, 1, 1}},
    RegistryEntry{&engine::intervals::engine,             {2, 2, 2, 2}},
    RegistryEntry{&engine::explicit_value::engine,        {4, 3, 3, 3}},
    RegistryEntry{&engine::bmc::engine,                   {3, 4, 4, 4}},
    RegistryEntry{&engine::linear::engine,                {7, 9, 8, 7}},
    RegistryEntry{&engine::linear::backward_engine},
    RegistryEntry{&engine::summaries::engine},
    RegistryEntry{&engine::chc::engine,                   {6, 6, 5, 5}},
    RegistryEntry{&engine::k_induction::engine,           {8, 5, 6, 6}},
    RegistryEntry{&engine::summaries::backward_engine},
    RegistryEntry{&engines[0]},
    RegistryEntry{&engines[1]},
    RegistryEntry{&engines[2]},
    RegistryEntry{&engines[3]},
    RegistryEntry{&engines[4]},
    RegistryEntry{&engine::calculus::algorithm_engine},
    RegistryEntry{&engine::exact::engine,                 {5, 7, 7, 9}},
    RegistryEntry{&engine::leap::engine,                  {9, 8, 9, 8}},
    RegistryEntry{&engine::termination::engine,           {3, 3, 3, 3}},
    RegistryEntry{&engine::concurrent::engine},
    RegistryEntry{&engine::schedules::engine},
    RegistryEntry{&engine::schedules::stateless_engine},
    RegistryEntry{&engine::concurrent::formula_engine},
    RegistryEntry{&engine::concurrent::stacks_engine},
};
// clang-format on

constexpr std::array aliases{
    EngineAlias{"explore", "fuzz"},
    EngineAlias{"ranges", "intervals"},
    EngineAlias{"values", "explicit-value"},
    EngineAlias{"kind", "k-induction"},
};

} // namespace

std::span<const RegistryEntry> registry() {
  return table;
}

std::span<const EngineAlias> engine_aliases() {
  return aliases;
}

const engine::Engine* find_engine(std::string_view name) {
  const auto* former = std::ranges::find(aliases, name, &EngineAlias::old_name);
  if (former != aliases.end()) name = former->name;
  auto name_of = [](const RegistryEntry& row) { return row.engine->name; };
  const auto* found = std::ranges::find(table, name, name_of);
  return found == table.end() ? nullptr : found->engine;
}

} // namespace kleene::verify
