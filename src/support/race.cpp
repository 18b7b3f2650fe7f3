// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/race.h"

#include "kleene/support/work.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <list>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"

namespace kleene {
namespace {

constexpr std::size_t longest_lines = std::size_t(64) << 20;

/// Begins a line that tells of inputs.
constexpr char mark_of_inputs = '\1';
/// Begins a line that tells how much was worked in all.
constexpr char mark_of_work = '\2';

/// In the copy: progress goes out as lines, thinned out, the newest phase in front.
class LineObserver : public Observer {
public:
  explicit LineObserver(int fd) : fd_(fd) {}

  void phase(std::string_view name) override {
    phase_ = name;
    send(phase_);
  }
  void progress(std::string_view text) override {
    auto now = Budget::Clock::now();
    if (now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    send(phase_ + (text.empty() ? "" : ": ") + std::string(text));
  }

  void worked() { send(mark_of_work + std::to_string(work::seconds())); }
  void tried(std::string_view inputs) override {
    constexpr std::size_t enough = 500;
    if (++tried_ <= enough) send(mark_of_inputs + std::string(inputs));
  }

private:
  void send(std::string line) {
    std::ranges::replace(line, '\n', ' ');
    write_all(fd_, line + '\n');
  }
  int fd_;
  std::string phase_;
  std::size_t tried_ = 0;
  Budget::Clock::time_point last_{};
};

struct Running {
  std::size_t entrant;
  pid_t pid = -1;
  Pipe out;
  Pipe lines;
  std::string result;
  std::size_t sent = 0; ///< bytes of the result, whether kept or not
  std::string unread;   ///< of the lines
  double began_with = work::seconds();
  double worked = 0;
  Budget time;
  std::string killed;  ///< why we ended it
  bool urgent = false; ///< the others give way to it
};

/// Of a process and all that it started.
void lower_priority(pid_t pid) {
  constexpr int by = 10; // a tenth of the share
  auto who = static_cast<id_t>(pid);
  ::setpriority(PRIO_PROCESS, who, ::getpriority(PRIO_PROCESS, who) + by);
  for (pid_t child : children_of(pid))
    lower_priority(child);
}

/// Kills what is left below us: orphans of our copies come to us, for we are their subreaper.
void kill_descendants() {
  for (int round = 0; round < 100; ++round) {
    std::vector<pid_t> children = children_of(::getpid());
    if (children.empty()) return;
    for (pid_t child : children) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
  }
}

class Race {
public:
  Race(const std::vector<Entrant>& entrants, const RaceOptions& options, const RaceWatcher& watcher)
      : entrants_(entrants), options_(options), watcher_(watcher) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  }
  ~Race() {
    for (Running& r : running_)
      end(r, "the race is over");
    kill_descendants();
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  }
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;

  void run() {
    while (true) {
      while (next_ < entrants_.size() && (running_.size() < options_.at_once || impatient()))
        start(next_++);
      if (running_.empty()) return;
      listen();
      keep_limits();
      if (collect()) return;
      if (options_.budget != nullptr) options_.budget->check();
    }
  }

private:
  bool impatient() const { return elapsed_.seconds_used() > options_.patience; }

  void start(std::size_t entrant) {
    Running& r = running_.emplace_back();
    r.entrant = entrant;
    if (entrants_[entrant].seconds < std::numeric_limits<double>::max())
      r.time = Budget(std::chrono::duration<double>(entrants_[entrant].seconds), std::nullopt);
    r.pid = start_child([&] { become(entrants_[entrant], r); });
    r.out.close(1);
    r.lines.close(1);
    if (r.pid < 0) r.killed = "no process could be started";
    if (r.pid > 0 && std::ranges::any_of(running_, &Running::urgent)) lower_priority(r.pid);
  }

  /// Temporary files of a copy lie in our folder: it may be killed without cleaning up.
  void become(const Entrant& entrant, Running& r) {
    ::setenv("TMPDIR", folder_.path().c_str(), 1);
    LineObserver observer(r.lines.write_end());
    auto work = [&] {
      std::string result = entrant.work(observer);
      if (work::counted()) observer.worked();
      return result;
    };
    work_as_child(work, {}, r.out.write_end(), r.lines.write_end());
  }

  void listen() {
    std::vector<pollfd> fds;
    for (Running& r : running_) {
      fds.push_back({r.out.read_end(), POLLIN, 0});
      fds.push_back({r.lines.read_end(), POLLIN, 0});
    }
    ::poll(fds.data(), fds.size(), 20);
    std::size_t i = 0;
    for (Running& r : running_) {
      if (fds[i++].revents != 0
          && !drain(r.out.read_end(), r.result, options_.longest_result, &r.sent))
        r.out.close(0);
      if (fds[i++].revents != 0 && !drain(r.lines.read_end(), r.unread, longest_lines))
        r.lines.close(0);
      pass_on_lines(r);
    }
  }

  void pass_on_lines(Running& r) {
    for (std::size_t end = 0; (end = r.unread.find('\n')) != std::string::npos;) {
      std::string line = r.unread.substr(0, end);
      r.unread.erase(0, end + 1);
      if (line.starts_with(mark_of_work)) {
        r.worked = std::max(0.0, std::strtod(line.c_str() + 1, nullptr) - r.began_with);
        continue;
      }
      if (line.starts_with(mark_of_inputs)) {
        if (watcher_.tried) watcher_.tried(r.entrant, std::string_view(line).substr(1));
        continue;
      }
      if (watcher_.progress) watcher_.progress(r.entrant, line);
      if (!r.urgent && watcher_.urgent && watcher_.urgent(r.entrant, line)) give_way_to(r);
    }
  }

  /// There is no way back without privileges; but they are equal among themselves.
  void give_way_to(Running& first) {
    first.urgent = true;
    for (Running& r : running_)
      if (!r.urgent && r.pid > 0) lower_priority(r.pid);
  }

  void keep_limits() {
    for (Running& r : running_) {
      auto left = r.time.seconds_left();
      if (left && *left <= 0) end(r, "its time is over");
    }
    if (options_.memory) keep_memory(*options_.memory);
  }

  /// If all of them hold too much, the largest has to go.
  void keep_memory(std::size_t limit) {
    std::size_t sum = 0;
    std::size_t most = 0;
    Running* largest = nullptr;
    for (Running& r : running_) {
      std::size_t bytes = r.pid > 0 && r.killed.empty() ? resident_memory_of(r.pid) : 0;
      sum += bytes;
      if (bytes > most) {
        most = bytes;
        largest = &r;
      }
    }
    if (sum > limit) end(*largest, "memory is full");
  }

  static void end(Running& r, const char* why) {
    if (r.killed.empty()) r.killed = why;
    if (r.pid > 0) ::kill(r.pid, SIGKILL);
  }

  /// Buries the dead; true if one of them ends the race.
  bool collect() {
    for (auto r = running_.begin(); r != running_.end();) {
      int status = 0;
      bool gone = r->pid < 0 || (closed(*r) && ::waitpid(r->pid, &status, WNOHANG) == r->pid);
      if (!gone) {
        ++r;
        continue;
      }
      if (r->pid > 0) forget_child(r->pid);
      Finish finish = to_finish(*r, status);
      std::size_t entrant = r->entrant;
      r = running_.erase(r);
      if (watcher_.finished && watcher_.finished(entrant, finish)) return true;
    }
    return false;
  }

  static bool closed(const Running& r) { return r.out.read_end() < 0 && r.lines.read_end() < 0; }

  static Finish to_finish(Running& r, int status) {
    if (!r.killed.empty()) return {{}, r.killed, r.worked};
    if (WIFSIGNALED(status))
      return {{}, "crashed (signal " + std::to_string(WTERMSIG(status)) + ")", r.worked};
    if (WEXITSTATUS(status) != 0)
      return {{}, r.unread.empty() ? "failed without a word" : r.unread, r.worked};
    if (r.sent > r.result.size()) return {{}, "its answer is too long to be handed on", r.worked};
    return {std::move(r.result), {}, r.worked};
  }

  const std::vector<Entrant>& entrants_;
  RaceOptions options_;
  RaceWatcher watcher_;
  TempDir folder_;
  std::list<Running> running_;
  std::size_t next_ = 0;
  Budget elapsed_{std::nullopt, std::nullopt};
};

} // namespace

void race(const std::vector<Entrant>& entrants,
          const RaceOptions& options,
          const RaceWatcher& watcher) {
  Race(entrants, options, watcher).run();
}

} // namespace kleene
