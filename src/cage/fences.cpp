// SPDX-License-Identifier: Apache-2.0
#include "fences.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kleene::cage {
namespace {

bool write_text(const char* path, const char* text) {
  int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  auto length = static_cast<ssize_t>(std::strlen(text));
  bool written = ::write(file, text, static_cast<std::size_t>(length)) == length;
  ::close(file);
  return written;
}

bool write_map(const char* path, unsigned id) {
  char text[64];
  std::snprintf(text, sizeof text, "%u %u 1\n", id, id);
  return write_text(path, text);
}

void close_between(unsigned first, unsigned last) {
  if (first > last || ::syscall(SYS_close_range, first, last, 0) == 0) return;
  struct rlimit files {};
  ::getrlimit(RLIMIT_NOFILE, &files);
  for (unsigned fd = first; fd <= last && fd < files.rlim_max; ++fd)
    ::close(static_cast<int>(fd));
}

bool limit(int resource, rlim_t most) {
  struct rlimit both {
    most, most
  };
  return ::setrlimit(static_cast<__rlimit_resource>(resource), &both) == 0;
}

bool set_capabilities(const __user_cap_data_struct (&sets)[2]) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  return ::syscall(SYS_capset, &header, sets) == 0;
}

} // namespace

bool privileged() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[2]{};
  if (::geteuid() != 0 || ::syscall(SYS_capget, &header, sets) != 0) return false;
  auto has = [&](unsigned capability) {
    return (sets[capability / 32].effective >> (capability % 32) & 1) != 0;
  };
  return has(CAP_SYS_ADMIN) && has(CAP_SETUID) && has(CAP_SETGID) && has(CAP_SETPCAP);
}

bool map_ids(unsigned user, unsigned group) {
  // Older kernels have no such file, and need none.
  if (!write_text("/proc/self/setgroups", "deny") && errno != ENOENT) return false;
  return write_map("/proc/self/uid_map", user) && write_map("/proc/self/gid_map", group);
}

bool close_others(const std::vector<std::pair<int, int>>& files) {
  constexpr unsigned first = STDERR_FILENO + 1;
  constexpr std::size_t most = 8;
  if (files.size() > most) {
    errno = EMFILE;
    return false;
  }
  int copies[most];
  unsigned above = first;
  for (const auto& [ours, theirs] : files)
    if (static_cast<unsigned>(theirs) >= above) above = static_cast<unsigned>(theirs) + 1;
  for (std::size_t i = 0; i < files.size(); ++i)
    if ((copies[i] = ::fcntl(files[i].first, F_DUPFD_CLOEXEC, above)) < 0) return false;
  close_between(first, above - 1);
  for (std::size_t i = 0; i < files.size(); ++i)
    if (::dup2(copies[i], files[i].second) < 0) return false;
  close_between(above, ~0U);
  return true;
}

bool fix_limits() {
  for (int resource : {RLIMIT_CPU, RLIMIT_FSIZE}) {
    struct rlimit now {};
    if (::getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0
        || !limit(resource, now.rlim_cur))
      return false;
  }
  constexpr rlim_t threads = 512;
  constexpr rlim_t queued_signals = 1024;
  return limit(RLIMIT_NPROC, threads) && limit(RLIMIT_SIGPENDING, queued_signals)
         && limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_CORE, 0);
}

bool give_up_rights(bool root) {
  for (unsigned capability = 0; capability < 64; ++capability)
    if (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EINVAL) return false;
  if (root
      && (::syscall(SYS_setgroups, 0, nullptr) != 0
          || ::syscall(SYS_setresgid, nobody, nobody, nobody) != 0
          || ::syscall(SYS_setresuid, nobody, nobody, nobody) != 0))
    return false;
  return set_capabilities({}) && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

bool die_with_parent() {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return false;
  // It may be too late already: then nobody reads what we write.
  pollfd errors{STDERR_FILENO, 0, 0};
  ::poll(&errors, 1, 0);
  return (errors.revents & POLLERR) == 0;
}

bool install_filter(const std::vector<sock_filter>& filter) {
  sock_fprog program{static_cast<unsigned short>(filter.size()),
                     const_cast<sock_filter*>(filter.data())};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program)
         == 0;
}

} // namespace kleene::cage
