// SPDX-License-Identifier: Apache-2.0
#include "builtin_names.h"

#include <array>
#include <unordered_map>

#include "libc_models.h"

namespace kleene::frontend::c {
namespace {

constexpr std::string_view builtin_prefix = "__builtin_";
constexpr std::string_view cprover_prefix = "__CPROVER_";

using Names = std::unordered_map<std::string_view, Builtin>;

const Names functions{
    {"__VERIFIER_assume", Builtin::Assume},
    {"__assert_fail", Builtin::AssertionFailure},
    {"__assert", Builtin::AssertionFailure},
    {"__assert_rtn", Builtin::AssertionFailure},
    {"__assert_func", Builtin::AssertionFailure},
    {"__assert_perror_fail", Builtin::AssertionFailure},
    {"assert", Builtin::Assert},
    {"abort", Builtin::Abort},
    {"exit", Builtin::Exit},
    {"_exit", Builtin::Exit},
    {"_Exit", Builtin::Exit},
    {"quick_exit", Builtin::Exit},
    {"malloc", Builtin::Malloc},
    {"calloc", Builtin::Calloc},
    {"realloc", Builtin::Realloc},
    {"free", Builtin::Free},
    {"alloca", Builtin::Alloca},
    {"memset", Builtin::Memset},
    {"__memset_chk", Builtin::Memset},
    {"memcpy", Builtin::Memcpy},
    {"__memcpy_chk", Builtin::Memcpy},
    {"memmove", Builtin::Memcpy},
    {"__memmove_chk", Builtin::Memcpy},
    {"mempcpy", Builtin::Mempcpy},
    {"printf", Builtin::Printf},
    {"fprintf", Builtin::Fprintf},
    {"sprintf", Builtin::Sprintf},
    {"snprintf", Builtin::Snprintf},
    {"puts", Builtin::Puts},
    {"putchar", Builtin::Putchar},
    {"putchar_unlocked", Builtin::Putchar},
    {"fputs", Builtin::Fputs},
    {"fputc", Builtin::Fputc},
    {"putc", Builtin::Fputc},
    {"_IO_putc", Builtin::Fputc},
    {"on_exit", Builtin::Unsupported},
    {"setjmp", Builtin::Unsupported},
    {"_setjmp", Builtin::Unsupported},
    {"__sigsetjmp", Builtin::Unsupported},
    {"sigsetjmp", Builtin::Unsupported},
    {"longjmp", Builtin::Unsupported},
    {"_longjmp", Builtin::Unsupported},
    {"siglongjmp", Builtin::Unsupported},
    {"fork", Builtin::Unsupported},
    {"vfork", Builtin::Unsupported},
    {"_Fork", Builtin::Unsupported},
    {"clone", Builtin::Unsupported},
    {"getcontext", Builtin::Unsupported},
    {"setcontext", Builtin::Unsupported},
    {"swapcontext", Builtin::Unsupported},
    {"makecontext", Builtin::Unsupported},
    {"at_quick_exit", Builtin::Unsupported},
    {"bsd_signal", Builtin::Unsupported},
    {"sysv_signal", Builtin::Unsupported},
    {"sigset", Builtin::Unsupported},
    {"timer_create", Builtin::Unsupported},
    {"__kleene_choice", Builtin::Choice},
    {"__kleene_object", Builtin::WorldObject},
    {"__kleene_beyond", Builtin::Beyond},
    {"__kleene_uses_read", Builtin::Uses},
    {"__kleene_uses_scan_from", Builtin::Uses},
    {"__kleene_uses_scan_text", Builtin::Uses},
    {"__kleene_reads", Builtin::Reads},
    {"__kleene_overflows_count", Builtin::OverflowsCount},
    {"__CPROVER_assert", Builtin::Assert},
    {"__CPROVER_assume", Builtin::Assume},
    {"fabs", Builtin::Math},
    {"fabsf", Builtin::Math},
    {"sqrt", Builtin::Math},
    {"sqrtf", Builtin::Math},
    {"fmod", Builtin::Math},
    {"fmodf", Builtin::Math},
    {"copysign", Builtin::Math},
    {"copysignf", Builtin::Math},
    {"isnan", Builtin::Math},
    {"isnanf", Builtin::Math},
    {"__isnan", Builtin::Math},
    {"__isnanf", Builtin::Math},
    {"isinf", Builtin::Math},
    {"isinff", Builtin::Math},
    {"__isinf", Builtin::Math},
    {"__isinff", Builtin::Math},
    {"finite", Builtin::Math},
    {"finitef", Builtin::Math},
    {"__finite", Builtin::Math},
    {"__finitef", Builtin::Math},
    {"__signbit", Builtin::Math},
    {"__signbitf", Builtin::Math},
    {"__fpclassify", Builtin::Math},
    {"__fpclassifyf", Builtin::Math},
    {"__kleene_any_double", Builtin::FloatBits},
    {"__kleene_bits", Builtin::FloatBits},
    {"__kleene_bitsf", Builtin::FloatBits},
    {"__kleene_float", Builtin::FloatBits},
    {"__kleene_floatf", Builtin::FloatBits},
    {"fesetround", Builtin::Unsupported},
    {"fesetenv", Builtin::Unsupported},
    {"feupdateenv", Builtin::Unsupported},
    {"feenableexcept", Builtin::Unsupported},
    {"__CPROVER_precondition", Builtin::Assert},
    {"__CPROVER_postcondition", Builtin::Assert},
    {"__CPROVER_r_ok", Builtin::Cprover},
    {"__CPROVER_w_ok", Builtin::Cprover},
    {"__CPROVER_rw_ok", Builtin::Cprover},
    {"__CPROVER_same_object", Builtin::Cprover},
    {"__CPROVER_POINTER_OBJECT", Builtin::Cprover},
    {"__CPROVER_POINTER_OFFSET", Builtin::Cprover},
    {"__CPROVER_OBJECT_SIZE", Builtin::Cprover},
    {"__CPROVER_overflow_plus", Builtin::Cprover},
    {"__CPROVER_overflow_minus", Builtin::Cprover},
    {"__CPROVER_overflow_mult", Builtin::Cprover},
    {"__kleene_heap_size", Builtin::Cprover},
    {"__CPROVER_havoc_slice", Builtin::None},
    {"__CPROVER_havoc_object", Builtin::None},
    {"__kleene_enter", Builtin::Thread},
    {"__kleene_leave", Builtin::Thread},
    {"__kleene_await", Builtin::Thread},
    {"__kleene_spawn", Builtin::Thread},
    {"__kleene_end_thread", Builtin::Thread},
    {"__kleene_ids", Builtin::Thread},
    {"__kleene_destructors_of_keys", Builtin::Unsupported},
    {"__kleene_undefined_thread", Builtin::Unsupported},
    {"__kleene_weak_order", Builtin::Unsupported},
    {"__kleene_signals_in_groups", Builtin::Unsupported},
    {"signal", Builtin::Unsupported},
    {"sigaction", Builtin::Unsupported},
};

/// Names that have a meaning only with the prefix.
const Names compiler_functions{
    {"trap", Builtin::Abort},
    {"unreachable", Builtin::Unreachable},
    {"alloca_with_align", Builtin::Alloca},
    {"memcpy_inline", Builtin::Memcpy},
    {"va_start", Builtin::VaStart},
    {"va_end", Builtin::VaEnd},
    {"va_copy", Builtin::VaCopy},
    {"expect", Builtin::Expect},
    {"expect_with_probability", Builtin::Expect},
    {"assume_aligned", Builtin::Expect},
    {"bswap16", Builtin::Bswap},
    {"bswap32", Builtin::Bswap},
    {"bswap64", Builtin::Bswap},
    {"isnan", Builtin::Math},
    {"isinf", Builtin::Math},
    {"isinf_sign", Builtin::Math},
    {"isfinite", Builtin::Math},
    {"isnormal", Builtin::Math},
    {"signbit", Builtin::Math},
    {"signbitf", Builtin::Math},
    {"fpclassify", Builtin::Math},
    {"isless", Builtin::Math},
    {"islessequal", Builtin::Math},
    {"isgreater", Builtin::Math},
    {"isgreaterequal", Builtin::Math},
    {"isunordered", Builtin::Math},
    {"islessgreater", Builtin::Math},
    {"prefetch", Builtin::Nothing},
    {"assume", Builtin::Nothing},
    {"c23_va_start", Builtin::VaStart},
};

bool is_overflow_check(std::string_view name) {
  for (std::string_view op : {"add", "sub", "mul"}) {
    for (std::string_view prefix : {"", "s", "u"}) {
      for (std::string_view suffix : {"", "l", "ll"}) {
        if (prefix.empty() && !suffix.empty()) continue;
        std::string full(prefix);
        full.append(op).append(suffix).append("_overflow");
        if (name == full) return true;
      }
    }
  }
  return false;
}

/// Functions of <pthread.h> and <threads.h>.
bool is_thread_function(std::string_view name) {
  for (std::string_view prefix : {"pthread_", "thrd_", "mtx_", "cnd_", "tss_", "sem_"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

bool is_library_function(std::string_view name) {
  static constexpr std::array<std::string_view, 18> families{"str",
                                                             "mem",
                                                             "abs",
                                                             "labs",
                                                             "llabs",
                                                             "to",
                                                             "is",
                                                             "index",
                                                             "rindex",
                                                             "bcmp",
                                                             "bzero",
                                                             "bcopy",
                                                             "stp",
                                                             "wcs",
                                                             "imaxabs",
                                                             "puts",
                                                             "printf",
                                                             "ffs"};
  for (std::string_view family : families) {
    if (name.starts_with(family)) return true;
  }
  return false;
}

} // namespace

Builtin builtin_of(std::string_view name) {
  if (name.starts_with("__VERIFIER_nondet_") && name != "__VERIFIER_nondet_memory")
    return Builtin::Nondet;
  if (name.starts_with("nondet_") || name.starts_with(input_prefix)) return Builtin::Nondet;
  if (name.starts_with(builtin_prefix)) {
    name.remove_prefix(builtin_prefix.size());
    auto found = compiler_functions.find(name);
    if (found != compiler_functions.end()) return found->second;
    if (is_overflow_check(name)) return Builtin::Overflow;
  }
  if (is_thread_function(name))
    return mentions(thread_models(), std::string(name)) ? Builtin::None : Builtin::Unsupported;
  auto found = functions.find(name);
  if (found != functions.end()) return found->second;
  if (name.starts_with("__CPROVER_uninterpreted_")) return Builtin::Cprover;
  if (name.starts_with("__CPROVER_file_local_")) return Builtin::None;
  return name.starts_with(cprover_prefix) ? Builtin::Unsupported : Builtin::None;
}

bool writes_through_pointers(Builtin builtin) {
  switch (builtin) {
  case Builtin::Realloc:
  case Builtin::Memset:
  case Builtin::Memcpy:
  case Builtin::Mempcpy:
  case Builtin::Sprintf:
  case Builtin::Snprintf:
  case Builtin::Overflow:
    return true;
  default:
    return false;
  }
}

bool is_compiler_function(std::string_view name) {
  return name.starts_with(builtin_prefix) || name.starts_with("__sync_")
         || name.starts_with("__atomic_");
}

std::string describe_unsupported(std::string_view name) {
  std::string call(name);
  if (name == "__kleene_beyond") return "a use of the environment that is not modelled";
  if (is_thread_function(name)) return "threads (" + call + ")";
  if (name == "__kleene_signals_in_groups")
    return "signals to several groups of threads that wait for one condition";
  if (name == "__kleene_weak_order") return "a weaker memory order";
  if (name == "__kleene_undefined_thread") return "a thread that is joined or detached twice";
  if (name == "__kleene_destructors_of_keys") return "pthread_key_create with a destructor";
  if (name.starts_with(cprover_prefix)) return "the word " + call + " of CBMC";
  if (name.starts_with("fe")) return "rounding modes (" + call + ")";
  if (name.ends_with("context")) return "coroutines (" + call + ")";
  if (name.ends_with("fork") || name.ends_with("Fork") || name == "clone")
    return "processes (" + call + ")";
  if (name.find("jmp") != std::string_view::npos) return "non-local jumps (" + call + ")";
  if (name.starts_with("sig") || name.ends_with("signal") || name.starts_with("timer"))
    return "signals (" + call + ")";
  return "functions that run at exit (" + call + ")";
}

std::string model_name(std::string_view name) {
  if (name.starts_with("__sync_") || name.starts_with("__atomic_"))
    return "__kleene" + std::string(name.substr(1));
  // What glibc's headers call the functions of the scanf family.
  for (std::string_view version : {"__isoc99_", "__isoc23_"})
    if (name.starts_with(version)) return std::string(name.substr(version.size()));
  if (!name.starts_with(builtin_prefix)) return std::string(name);
  name.remove_prefix(builtin_prefix.size());
  if (is_library_function(name)) return std::string(name);
  return "__kleene_builtin_" + std::string(name);
}

} // namespace kleene::frontend::c
