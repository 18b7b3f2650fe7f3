// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/process.h"

#include "kleene/support/work.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the user

namespace kleene {
namespace {

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (std::string& s : strings)
    result.push_back(s.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string>
merged_environment(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> result;
  for (char** e = environ; *e != nullptr; ++e) {
    std::string_view entry(*e);
    bool replaced = std::ranges::any_of(added, [&](const auto& a) {
      return entry.starts_with(a.first) && entry.substr(a.first.size()).starts_with('=');
    });
    if (!replaced) result.emplace_back(entry);
  }
  for (const auto& [key, value] : added)
    result.push_back(key + "=" + value);
  return result;
}

/// The child between fork and exec: only calls that are safe there.
[[noreturn]] void become(char* const* arguments,
                         char* const* environment,
                         const ProcessOptions& options,
                         int in,
                         int out,
                         int err,
                         int report) {
  begin_child(options);
  bool ready = ::dup2(in, 0) >= 0 && ::dup2(out, 1) >= 0 && ::dup2(err, 2) >= 0
               && (options.directory.empty() || ::chdir(options.directory.c_str()) == 0);
  if (ready && options.start)
    options.start();
  else if (ready)
    ::execvpe(arguments[0], arguments, environment);
  int error = errno;
  if (::write(report, &error, sizeof error) < 0) ::_exit(126);
  ::_exit(127);
}

/// A child that is allowed so much of everything, and what it has used of it.
class Allowance {
public:
  Allowance(pid_t child, const ProcessOptions& options)
      : child_(child),
        options_(options),
        seconds_(options.seconds * (work::counted() ? work::patience : 1)) {}

  /// False if the child has to go.
  bool left(ProcessResult& result) {
    if (!result.excess.empty()) return false;
    double used = seconds_used();
    if (used >= seconds_ || (options_.budget != nullptr && options_.budget->exhausted()))
      return false;
    if (options_.resident_bytes && used > next_look_) {
      next_look_ = used + 0.003;
      if (resident_memory_of(child_) > *options_.resident_bytes) result.excess = "memory";
    }
    return result.excess.empty();
  }

  /// Reads what is there; false at the end of the stream.
  bool take(int fd, std::string& into, std::size_t& seen, ProcessResult& result) const {
    if (!drain(fd, into, options_.max_output, &seen)) return false;
    if (options_.most_output && seen > *options_.most_output) result.excess = "output";
    return true;
  }

private:
  /// By the clock, whatever budgets measure: what the child does is not counted here.
  double seconds_used() const {
    return std::chrono::duration<double>(Budget::Clock::now() - start_).count();
  }

  pid_t child_;
  const ProcessOptions& options_;
  double seconds_;
  Budget::Clock::time_point start_ = Budget::Clock::now();
  double next_look_ = 0; ///< at the memory: that costs reading files
};

/// Feeds and reads the child until it closes both streams; false when it has used up what it may.
bool communicate(Allowance& allowed,
                 Pipe& in,
                 Pipe& out,
                 Pipe& err,
                 const ProcessOptions& options,
                 ProcessResult& result) {
  std::size_t seen[2] = {0, 0};
  std::string_view input = options.input;
  ::fcntl(in.write_end(), F_SETFL, O_NONBLOCK);
  while (out.read_end() >= 0 || err.read_end() >= 0) {
    if (input.empty()) in.close(1);
    pollfd fds[3] = {
        {out.read_end(), POLLIN, 0}, {err.read_end(), POLLIN, 0}, {in.write_end(), POLLOUT, 0}};
    ::poll(fds, 3, 20);
    if (fds[0].revents != 0 && !allowed.take(out.read_end(), result.output, seen[0], result))
      out.close(0);
    if (fds[1].revents != 0 && !allowed.take(err.read_end(), result.errors, seen[1], result))
      err.close(0);
    if (fds[2].revents != 0) {
      ssize_t n = ::write(in.write_end(), input.data(), input.size());
      if (n > 0) input.remove_prefix(static_cast<std::size_t>(n));
      if (n < 0 && errno != EAGAIN && errno != EINTR) input = {};
    }
    if (!allowed.left(result)) return false;
  }
  return true;
}

/// Waits for the child within its time; kills its whole group in any case.
void reap(pid_t child, Allowance& allowed, bool in_time, ProcessResult& result) {
  int status = 0;
  while (in_time && ::waitpid(child, &status, WNOHANG) == 0) {
    ::poll(nullptr, 0, 1);
    in_time = allowed.left(result);
  }
  ::kill(-child, SIGKILL);
  if (!in_time) {
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
  }
  result.timed_out = !in_time && result.excess.empty();
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
}

/// Accompanies a child to its end.
void attend(pid_t child,
            Pipe& in,
            Pipe& out,
            Pipe& err,
            const ProcessOptions& options,
            ProcessResult& result) {
  in.close(0);
  out.close(1);
  err.close(1);
  Allowance allowed(child, options);
  bool in_time = communicate(allowed, in, out, err, options, result);
  reap(child, allowed, in_time, result);
  forget_child(child);
}

} // namespace

ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
  ProcessResult result;
  std::vector<std::string> argument_text = command;
  std::vector<std::string> environment_text = merged_environment(options.environment);
  std::vector<char*> arguments = pointers(argument_text);
  std::vector<char*> environment = pointers(environment_text);
  Pipe in;
  Pipe out;
  Pipe err;
  Pipe report;
  if (report.write_end() < 0 || err.read_end() < 0) {
    result.failure = "too many open files";
    return result;
  }
  pid_t child = start_child(
      [&] {
        become(arguments.data(),
               environment.data(),
               options,
               in.read_end(),
               out.write_end(),
               err.write_end(),
               report.write_end());
      },
      options.namespaces);
  if (child < 0) {
    result.failure = command.front() + ": " + std::strerror(errno);
    return result;
  }
  report.close(1);
  attend(child, in, out, err, options, result);
  int error = 0;
  if (::read(report.read_end(), &error, sizeof error) == sizeof error)
    result.failure = command.front() + ": " + std::strerror(error);
  if (options.budget != nullptr) options.budget->check();
  return result;
}

ProcessResult run_in_child(const std::function<std::string()>& work,
                           const ProcessOptions& options) {
  ProcessResult result;
  Pipe in;
  Pipe out;
  Pipe err;
  if (err.read_end() < 0) {
    result.failure = "too many open files";
    return result;
  }
  pid_t child =
      start_child([&] { work_as_child(work, options, out.write_end(), err.write_end()); });
  if (child < 0) {
    result.failure = std::strerror(errno);
    return result;
  }
  ProcessOptions without_input = options;
  without_input.input.clear();
  attend(child, in, out, err, without_input, result);
  if (options.budget != nullptr) options.budget->check();
  return result;
}

TempDir::TempDir() {
  std::string pattern = (std::filesystem::temp_directory_path() / "kleene-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr)
    throw ResourceOut("no temporary folder: " + std::string(std::strerror(errno)));
  path_ = pattern;
  std::lock_guard lock(child_registry().mutex);
  child_registry().folders.insert(path_);
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  std::lock_guard lock(child_registry().mutex);
  child_registry().folders.erase(path_);
}

void abandon_helpers() noexcept {
  std::lock_guard lock(child_registry().mutex);
  for (pid_t group : child_registry().groups)
    ::kill(-group, SIGKILL);
  std::error_code ignored;
  for (const std::filesystem::path& folder : child_registry().folders)
    std::filesystem::remove_all(folder, ignored);
}

} // namespace kleene
