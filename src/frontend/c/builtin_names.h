// SPDX-License-Identifier: Apache-2.0
// The functions whose meaning the front end knows without a body.
#pragma once
#include <string>
#include <string_view>

namespace kleene::frontend::c {

enum class Builtin {
  None,
  Nondet,           ///< __VERIFIER_nondet_X, nondet_X
  Assume,           ///< __VERIFIER_assume
  Nothing,          ///< no effect in a sequential program
  AssertionFailure, ///< __assert_fail and its kin
  Assert,           ///< assert(int) as a function
  Abort,
  Exit,
  Unreachable,
  Malloc,
  Calloc,
  Realloc,
  Free,
  Alloca,
  Memset,
  Memcpy,
  Mempcpy,
  Printf,
  Fprintf,
  Sprintf,
  Snprintf,
  Puts,
  Putchar,
  Fputs,
  Fputc,
  Expect, ///< __builtin_expect: its first argument
  Bswap,
  Overflow, ///< __builtin_add_overflow and its kin
  VaStart,
  VaEnd,
  VaCopy,
  Cprover, ///< words of CBMC that ask something
  Choice,  ///< __kleene_choice, in models: what C leaves open; false is what the usual library does
  OverflowsCount, ///< __kleene_overflows_count, in models: is the question about overflows?
  Math,           ///< functions of <math.h> that are exact here (math_functions.cpp)
  WorldObject,    ///< __kleene_object, in models: memory of the world, never freed
  Uses,           ///< __kleene_uses_F, in models: is F called anywhere?
  Beyond,         ///< __kleene_beyond, in models: the world does what is not modelled
  Reads,          ///< __kleene_reads, in models: so many bytes are read
  FloatBits,      ///< __kleene_bits, __kleene_float, in models: a float and its pattern
  Thread,         ///< __kleene_enter, __kleene_spawn and their kin, in models
  Unsupported,    ///< setjmp, threads, …
};

/// What a function without body means; `name` may have the prefix `__builtin_`.
Builtin builtin_of(std::string_view name);
/// In models: what the world says; behind it stands what.
inline constexpr std::string_view input_prefix = "__kleene_input_";
/// Does it read or write memory through its arguments?
bool writes_through_pointers(Builtin builtin);
/// `__builtin_X`, `__sync_X`, `__atomic_X`: if nobody knows it, it is no function without body.
bool is_compiler_function(std::string_view name);
/// What is not covered about a function that builtin_of() calls Unsupported: `threads (pthread_join)`.
std::string describe_unsupported(std::string_view name);
/// The name under which the libc models would define a function: the name itself without
/// `__builtin_`, or `__kleene_builtin_X` for compiler built-ins that are no library functions.
std::string model_name(std::string_view name);

} // namespace kleene::frontend::c
