// SPDX-License-Identifier: Apache-2.0
// Any bytes as a C file: reading ends with a valid program or a diagnostic, and the program can be run.
#include "kleene/frontend/c/c_frontend.h"
#include "kleene/ir/interpreter.h"
#include "kleene/ir/validate.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace {

/// A file in memory that has a name.
class MemoryFile {
public:
  MemoryFile(const std::uint8_t* data, std::size_t size) : descriptor_(memfd_create("input", 0)) {
    while (size > 0) {
      ssize_t written = write(descriptor_, data, size);
      if (written <= 0) std::abort();
      data += written;
      size -= static_cast<std::size_t>(written);
    }
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string name() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
  int descriptor_;
};

void check(const kleene::ir::Program& program) {
  for (const std::string& problem : kleene::ir::validate(program)) {
    std::cerr << problem << "\n";
    std::abort();
  }
  kleene::ir::InputList inputs({1, 0, 3, -1});
  kleene::ir::RunOptions options;
  options.max_steps = 20'000;
  options.max_depth = 1'000;
  options.max_memory = std::uint64_t(1) << 24;
  kleene::ir::Interpreter(program).run(inputs, options);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  MemoryFile file(data, size);
  auto program = kleene::frontend::c::read_c({file.name()}, {});
  if (program) check(program->program);
  return 0;
}
