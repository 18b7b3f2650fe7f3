// SPDX-License-Identifier: Apache-2.0
// Child processes from the inside: what process.cpp and race.cpp share.
#pragma once
#include "kleene/support/process.h"

#include <mutex>
#include <set>
#include <sys/types.h>

namespace kleene {

/// What abandon_helpers has to clean up.
struct ChildRegistry {
  std::mutex mutex;
  std::set<pid_t> groups;
  std::set<std::filesystem::path> folders;
};
ChildRegistry& child_registry();

class Pipe {
public:
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close(int end);

private:
  int ends_[2] = {-1, -1};
};

/// What every child does first: it is a group of its own, dies with its parent, and inherits neither
/// our ways with signals nor core files.
void begin_child(const ProcessOptions& options);

bool write_all(int fd, std::string_view text);
/// Reads what is there, and adds its length to `seen`; false at the end of the stream. Beyond the limit it
/// is read and dropped.
bool drain(int fd, std::string& into, std::size_t limit, std::size_t* seen = nullptr);

std::vector<pid_t> children_of(pid_t pid);
/// Of a process and all that it started.
std::size_t resident_memory_of(pid_t pid);

/// Forks; the child does `become` and must not return from it. Negative if that is impossible. With
/// namespaces (CLONE_NEW* flags) the child is the first process in them, and must not use the heap.
pid_t start_child(const std::function<void()>& become, unsigned namespaces = 0);
void forget_child(pid_t child);

/// The child that goes on as a copy of us: does the work, writes what came of it, and is gone without
/// any of the clean-up that its parent will do.
[[noreturn]] void work_as_child(const std::function<std::string()>& work,
                                const ProcessOptions& options,
                                int out,
                                int err);

} // namespace kleene
