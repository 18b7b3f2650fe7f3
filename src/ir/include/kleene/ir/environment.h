// SPDX-License-Identifier: Apache-2.0
// Inputs that a program gets from the world as every program does: arguments, standard input, files, time.
// Each has an origin that no function of a program can have.
#pragma once
#include <string_view>

namespace kleene::ir {

inline constexpr std::string_view environment_prefix = "environment.";
/// The number of arguments, the name of the program included; for each its length, then its characters.
inline constexpr std::string_view argument_count = "environment.argc";
inline constexpr std::string_view argument_length = "environment.length";
inline constexpr std::string_view argument_character = "environment.argv";
/// A byte of standard input, or -1 for its end.
inline constexpr std::string_view standard_input = "environment.stdin";
/// What comes from files: whether they open, their bytes.
inline constexpr std::string_view file_prefix = "environment.file";

inline bool is_environment(std::string_view origin) {
  return origin.starts_with(environment_prefix);
}
/// Does a command line, with a file as standard input, say it?
inline bool is_on_command_line(std::string_view origin) {
  return origin == argument_count || origin == argument_length || origin == argument_character
         || origin == standard_input;
}

} // namespace kleene::ir
