// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace kleene::ir {

/// The label of places where a clause of a contract does not hold.
inline constexpr std::string_view contract_label = "contract.clause";

} // namespace kleene::ir
