// SPDX-License-Identifier: Apache-2.0
// The models of libc functions: a C source (models/libc.c) that is part of the binary.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::frontend::c {

/// The name under which the models appear in source ranges.
inline constexpr std::string_view libc_models_name = "<libc>";

/// The same of the models of functions that ask the world.
inline constexpr std::string_view environment_models_name = "<environment>";

/// The function among them that makes an argument of main.
inline constexpr std::string_view argument_maker = "__kleene_argument";

/// The one that looks at a stream to which something is written.
inline constexpr std::string_view stream_model = "__kleene_output_to";

/// The same of the models of threads, and the procedure of a thread that pthread_create makes.
inline constexpr std::string_view thread_models_name = "<threads>";
inline constexpr std::string_view thread_body = "__kleene_thread";
inline constexpr std::uint64_t most_threads = 64;

/// The same of functions that run at the end.
inline constexpr std::string_view at_exit_models_name = "<at exit>";

std::string_view libc_models();
std::string_view at_exit_models();
std::string_view thread_models();
std::string_view environment_models();
/// The functions that the models of the world define.
std::vector<std::string> environment_functions();
/// Quick test without parsing: may the models define a function of this name?
bool mentions(std::string_view models, const std::string& function);

} // namespace kleene::frontend::c
