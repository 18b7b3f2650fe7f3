// SPDX-License-Identifier: Apache-2.0
// Inputs that a program gets from the world as every program does: arguments, standard input, files, time.
// Each has an origin that no function of a program can have.
#pragma once
#include <string_view>

namespace kleene::ir {

inline constexpr std::string_view environment_prefix = "environment.";
/// Are there more arguments, or longer ones, than those that are inputs? No execution rests on them.
inline constexpr std::string_view more_arguments = "environment.more";
/// The number of arguments, the name of the program included; for each its length, then its characters.
inline constexpr std::string_view argument_count = "environment.argc";
inline constexpr std::string_view argument_length = "environment.length";
inline constexpr std::string_view argument_character = "environment.argv";
/// A byte of standard input, or -1 for its end.
inline constexpr std::string_view standard_input = "environment.stdin";
/// A byte of a file, or -1 for its end.
inline constexpr std::string_view file_byte = "environment.file_byte";
/// Standard input where scanf wants a number: `.scan` says what is there (0 the end, 1 something else, 2 a number), the
/// others are the number.
inline constexpr std::string_view scanned = "environment.scan";
inline constexpr std::string_view scanned_signed = "environment.scan_signed";
inline constexpr std::string_view scanned_unsigned = "environment.scan_unsigned";
inline constexpr std::string_view scanned_double = "environment.scan_double";
inline constexpr std::string_view scanned_float = "environment.scan_float";
/// What a volatile object is found to be. Before that, of one that could hold a pointer: whether it is what was written.
inline constexpr std::string_view volatile_read = "environment.volatile";
inline constexpr std::string_view volatile_kept = "environment.volatile_kept";

/// The procedure that makes up the arguments of an entry that is not main, and calls it.
inline constexpr std::string_view made_entry = "__kleene_entry";
/// Inputs that make up the arguments of an entry that is not main: calls of functions with this beginning, in generated
/// lines that say behind the mark what the input is to the entry, as in `a.code = f(); // input: p->code`.
inline constexpr std::string_view entry_input_prefix = "__VERIFIER_nondet_entry_";
inline constexpr std::string_view entry_input_mark = " // input: ";

inline bool is_environment(std::string_view origin) {
  return origin.starts_with(environment_prefix);
}
inline bool is_argument(std::string_view origin) {
  return origin == more_arguments || origin == argument_count || origin == argument_length
         || origin == argument_character;
}
inline bool is_volatile(std::string_view origin) {
  return origin == volatile_read || origin == volatile_kept;
}
/// Does a command line, with a file as standard input, say it?
inline bool is_on_command_line(std::string_view origin) {
  return is_argument(origin) || origin == standard_input || origin.starts_with(scanned);
}

} // namespace kleene::ir
