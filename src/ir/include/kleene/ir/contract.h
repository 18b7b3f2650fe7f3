// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace kleene::ir {

/// The label of places where a clause of a contract does not hold.
inline constexpr std::string_view contract_label = "contract.clause";
/// The procedure that calls an entry function other than main, with arguments that are inputs.
inline constexpr std::string_view made_entry = "__kleene_entry";

} // namespace kleene::ir
