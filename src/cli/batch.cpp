// SPDX-License-Identifier: Apache-2.0
#include "kleene/batch/batch.h"

#include <cstdio>
#include <filesystem>
#include <unistd.h>

#include "commands.h"

namespace kleene::cli {

Result<int> batch(Context& context) {
  batch::Options options = context.arguments.batch;
  options.program = std::filesystem::read_symlink("/proc/self/exe");
  return batch::run_batch(options, context.budget, context.observer, [&](const std::string& text) {
    if (::isatty(STDERR_FILENO) != 0) std::fputs("\r\033[K", stderr); // the line of progress
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  });
}

} // namespace kleene::cli
