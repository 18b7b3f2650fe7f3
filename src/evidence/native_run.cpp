// SPDX-License-Identifier: Apache-2.0
#include "native_run.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace kleene::evidence {
namespace {

class OpenFile {
public:
  explicit OpenFile(const std::string& path)
      : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {}
  ~OpenFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int fd() const { return fd_; }

private:
  int fd_;
};

/// The first line that looks like one of its reports.
std::string line_of_sanitizer(const std::string& text) {
  std::size_t at = text.find(": runtime error: ");
  if (at == std::string::npos) return {};
  std::size_t line = text.rfind('\n', at);
  return text.substr(line == std::string::npos ? 0 : line + 1);
}

} // namespace

std::string obstacle_to_native_runs(NativeMode mode) {
  switch (mode) {
  case NativeMode::Unsafe:
    return {};
  case NativeMode::Off:
    return "native runs are switched off";
  case NativeMode::Caged:
    break;
  }
  return cage::obstacle().empty()
             ? std::string()
             : "no cage for native runs can be built here (" + cage::obstacle() + ")";
}

NativeEnd run_native(const NativeBuild& build, NativeMode mode, cage::CageOptions options) {
  NativeEnd end;
  if (std::string obstacle = obstacle_to_native_runs(mode); !obstacle.empty()) {
    end.process.failure = obstacle;
    return end;
  }
  const std::string path = (build.folder() / "report").string();
  OpenFile report(path);
  if (report.fd() < 0) {
    end.process.failure = std::strerror(errno);
    return end;
  }
  options.files.emplace_back(report.fd(), report_file);
  end.process = mode == NativeMode::Unsafe ? cage::run_unsafe(build.executable(), options)
                                           : cage::run_caged(build.executable(), options);
  constexpr std::size_t longest = 1 << 16;
  end.report = read_file(path).text.value_or("").substr(0, longest);
  // gcc's sanitizer forgets where to report.
  if (end.report.empty()) end.report = line_of_sanitizer(end.process.errors);
  return end;
}

} // namespace kleene::evidence
