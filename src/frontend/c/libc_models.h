// SPDX-License-Identifier: Apache-2.0
// The models of libc functions: a C source (models/libc.c) that is part of the binary.
#pragma once
#include <string>
#include <string_view>

namespace kleene::frontend::c {

/// The name under which the models appear in source ranges.
inline constexpr std::string_view libc_models_name = "<libc>";

std::string_view libc_models();
/// Quick test without parsing: may the models define a function of this name?
bool libc_models_mention(const std::string& function);

} // namespace kleene::frontend::c
