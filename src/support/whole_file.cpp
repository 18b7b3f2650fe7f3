// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/whole_file.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kleene {
namespace {

/// 0, or the number of what went wrong.
int write_and_close(int fd, const std::string& text) {
  std::size_t done = 0;
  int problem = 0;
  while (done < text.size() && problem == 0) {
    ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n >= 0)
      done += static_cast<std::size_t>(n);
    else if (errno != EINTR)
      problem = errno;
  }
  if (::close(fd) != 0 && problem == 0) problem = errno;
  return problem;
}

int write_new(const std::string& path, const std::string& text) {
  std::string part = fmt::format("{}.{}.part", path, ::getpid());
  int fd = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  int problem = write_and_close(fd, text);
  if (problem == 0 && std::rename(part.c_str(), path.c_str()) != 0) problem = errno;
  if (problem != 0) ::unlink(part.c_str());
  return problem;
}

} // namespace

std::optional<Diagnostic> write_whole_file(const std::string& path, const std::string& text) {
  int problem = 0;
  struct stat status {};
  bool exists = path != "-" && ::stat(path.c_str(), &status) == 0;
  if (path == "-") {
    problem = write_and_close(::dup(STDOUT_FILENO), text);
  } else if (exists && !S_ISREG(status.st_mode)) {
    int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    problem = fd < 0 ? errno : write_and_close(fd, text);
  } else {
    problem = write_new(path, text);
  }
  if (problem == 0) return std::nullopt;
  return Diagnostic::error(
      ErrorKind::Usage,
      fmt::format("cannot write {}: {}", path == "-" ? "to stdout" : path, std::strerror(problem)));
}

} // namespace kleene
