// SPDX-License-Identifier: Apache-2.0
// One run of a program that NativeBuild made, in the cage or as the user allows it.
#pragma once
#include "kleene/cage/cage.h"

#include "native_build.h"

namespace kleene::evidence {

struct NativeEnd {
  ProcessResult process;
  std::string report; ///< what the harness or the sanitizer said
  bool sanitizer() const {
    return report.find("runtime error:") != std::string::npos
           || report.find("AddressSanitizer:") != std::string::npos
           || report.find("MemorySanitizer:") != std::string::npos;
  }
};

NativeEnd run_native(const NativeBuild& build, NativeMode mode, cage::CageOptions options);

/// A report of a sanitizer: what it says in one line, and the line of the program that it is about.
struct SanitizerReport {
  std::string text;
  std::size_t line = 0; ///< 0: not known
  /// The program went on at address zero. Such a report has no line: the call made no frame.
  bool calls_null = false;
};
SanitizerReport
read_report(const std::string& report, const std::string& executable, Budget& budget);

} // namespace kleene::evidence
