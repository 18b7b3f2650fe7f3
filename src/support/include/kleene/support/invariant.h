// SPDX-License-Identifier: Apache-2.0
// Checks for bugs in kleene itself. They stay on in release builds.
#pragma once
#include <stdexcept>
#include <string>

namespace kleene {

/// A broken invariant: a bug in kleene, never a property of the input. The command turns it into
/// exit code 6 and `VERDICT: ERROR (…)`.
class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

[[noreturn]] void
invariant_failed(const char* file, int line, const char* condition, const std::string& reason);

} // namespace kleene

/// `KL_INVARIANT(cond, "x should …")`: throws InternalError with the place if cond is false.
#define KL_INVARIANT(condition, reason)                                                            \
  do {                                                                                             \
    if (!(condition)) [[unlikely]]                                                                 \
      ::kleene::invariant_failed(__FILE__, __LINE__, #condition, (reason));                        \
  } while (false)
