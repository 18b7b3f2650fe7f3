// SPDX-License-Identifier: Apache-2.0
#include "child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kleene {

ChildRegistry& child_registry() {
  static ChildRegistry instance;
  return instance;
}

Pipe::Pipe() {
  if (::pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
}

Pipe::~Pipe() {
  close(0);
  close(1);
}

void Pipe::close(int end) {
  if (ends_[end] >= 0) ::close(ends_[end]);
  ends_[end] = -1;
}

namespace {

// The address sanitizer reserves terabytes: under it a limit of the address space stops every process.
#ifdef __SANITIZE_ADDRESS__
constexpr bool kReservesAddressSpace = true;
#else
constexpr bool kReservesAddressSpace = false;
#endif

void limit(int resource, rlim_t wanted) {
  struct rlimit current {};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &current) != 0) return;
  current.rlim_cur =
      current.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, current.rlim_max);
  ::setrlimit(static_cast<__rlimit_resource>(resource), &current);
}

} // namespace

void begin_child(const ProcessOptions& options) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  if (options.large_stack) limit(RLIMIT_STACK, rlim_t(1) << 30);
  if (options.address_space && !kReservesAddressSpace) limit(RLIMIT_AS, *options.address_space);
  if (options.processor_seconds) limit(RLIMIT_CPU, *options.processor_seconds);
  if (options.file_bytes) limit(RLIMIT_FSIZE, *options.file_bytes);
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool drain(int fd, std::string& into, std::size_t limit, std::size_t* seen) {
  char buffer[4096];
  ssize_t n = ::read(fd, buffer, sizeof buffer);
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  if (seen != nullptr) *seen += static_cast<std::size_t>(n);
  std::size_t room = limit - std::min(limit, into.size());
  into.append(buffer, std::min(room, static_cast<std::size_t>(n)));
  return n > 0;
}

std::vector<pid_t> children_of(pid_t pid) {
  std::string name = std::to_string(pid);
  std::ifstream file("/proc/" + name + "/task/" + name + "/children");
  std::vector<pid_t> result;
  for (pid_t child = 0; file >> child;)
    result.push_back(child);
  return result;
}

std::size_t resident_memory_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::size_t all = 0;
  std::size_t resident = 0;
  file >> all >> resident;
  std::size_t bytes = resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  for (pid_t child : children_of(pid))
    bytes += resident_memory_of(child);
  return bytes;
}

pid_t start_child(const std::function<void()>& become, unsigned namespaces) {
  ::signal(SIGPIPE, SIG_IGN);
  std::unique_lock lock(child_registry().mutex);
  pid_t child = namespaces == 0 ? ::fork()
                                : static_cast<pid_t>(::syscall(
                                    SYS_clone, namespaces | SIGCHLD, nullptr, nullptr, nullptr, 0));
  if (child == 0 && namespaces != 0) {
    become();
    ::_exit(126);
  }
  if (child == 0) {
    // What is registered is the parent's to clean up.
    child_registry().groups.clear();
    child_registry().folders.clear();
    lock.unlock();
    become();
    ::_exit(126);
  }
  if (child < 0) return child;
  child_registry().groups.insert(child);
  ::setpgid(child, child);
  return child;
}

void forget_child(pid_t child) {
  std::lock_guard lock(child_registry().mutex);
  child_registry().groups.erase(child);
}

void work_as_child(const std::function<std::string()>& work,
                   const ProcessOptions& options,
                   int out,
                   int err) {
  begin_child(options);
  for (int fatal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGINT, SIGXCPU})
    ::signal(fatal, SIG_DFL);
  try {
    ::_exit(write_all(out, work()) ? 0 : 126);
  } catch (const std::exception& problem) {
    write_all(err, problem.what());
  } catch (...) {
    write_all(err, "an error of unknown kind");
  }
  ::_exit(1);
}

} // namespace kleene
