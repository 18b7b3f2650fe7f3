// SPDX-License-Identifier: Apache-2.0
#include "native_run.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <regex>
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
  if (at == std::string::npos) at = text.find("ERROR: AddressSanitizer: ");
  if (at == std::string::npos) return {};
  std::size_t line = text.rfind('\n', at);
  return text.substr(line == std::string::npos ? 0 : line + 1);
}

/// Of the sanitizers that show a stack.
std::size_t start_of_stack_report(const std::string& report) {
  return std::min(report.find("AddressSanitizer:"), report.find("MemorySanitizer:"));
}

/// The innermost place of the first stack that is the program's: addresses are all that is known of it.
std::size_t
line_of_stack(const std::string& report, const std::string& executable, Budget& budget) {
  static const std::regex frame("#[0-9]+ 0x[0-9a-f]+ +(?:in [^(]*)?\\(([^)+]+)\\+(0x[0-9a-f]+)\\)");
  std::string stack = report.substr(start_of_stack_report(report));
  std::size_t first = stack.find("#0 ");
  if (first == std::string::npos) return 0;
  stack = stack.substr(first, stack.find("\n\n", first) - first);
  for (std::sregex_iterator m(stack.begin(), stack.end(), frame), end; m != end; ++m) {
    const std::string module = (*m)[1];
    if (module.find(".so") != std::string::npos) continue;
    ProcessOptions options;
    options.seconds = 20;
    options.budget = &budget;
    ProcessResult found = run_process({"addr2line", "-e", executable, (*m)[2]}, options);
    std::size_t colon = found.output.rfind(':');
    if (colon == std::string::npos) continue;
    std::size_t line = std::strtoul(found.output.c_str() + colon + 1, nullptr, 10);
    if (line != 0) return line;
  }
  return 0;
}

} // namespace

SanitizerReport
read_report(const std::string& report, const std::string& executable, Budget& budget) {
  std::size_t error = report.find(": runtime error: ");
  std::size_t address = start_of_stack_report(report);
  bool first_of_both = error < address;
  std::size_t at = std::min(error, address);
  std::size_t begin = report.rfind('\n', at);
  begin = begin == std::string::npos ? 0 : begin + 1;
  SanitizerReport result{report.substr(begin, report.find('\n', at) - begin)};
  if (first_of_both) {
    std::smatch place;
    static const std::regex pattern(":([0-9]+):[0-9]+: runtime error");
    if (std::regex_search(result.text, place, pattern)) result.line = std::stoul(place[1]);
  } else {
    static const std::regex at_zero("SEGV on unknown address 0x0+ \\(pc 0x0+ ");
    result.calls_null = std::regex_search(result.text, at_zero);
    if (!result.calls_null) result.line = line_of_stack(report, executable, budget);
  }
  return result;
}

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
