// SPDX-License-Identifier: Apache-2.0
#include "filter.h"

#include <cerrno>
#include <sched.h>
#include <seccomp.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

namespace kleene::cage {
namespace {

/// Allowed whatever their arguments are: they work on the process itself, on files it has or can see
/// (which are its own or read-only), or on processes it can see (which are itself). In this order: memory,
/// files, events, time, signals, threads, questions about itself.
constexpr std::string_view harmless = R"(
  brk madvise mincore mlock mlock2 mlockall mprotect msync munlock munlockall munmap
  access chdir chmod close close_range creat dup dup2 dup3 faccessat faccessat2 fadvise64
  fadvise64_64 fallocate fchdir fchmod fchmodat fcntl fcntl64 fdatasync flock fstat fstat64
  fstatat64 fstatfs fstatfs64 fsync ftruncate ftruncate64 futimesat getcwd getdents getdents64
  _llseek link linkat lseek lstat lstat64 mkdir mkdirat newfstatat _newselect open openat pipe
  pipe2 poll ppoll ppoll_time64 pread64 preadv pselect6 pselect6_time64 pwrite64 pwritev read
  readahead readlink readlinkat readv rename renameat renameat2 rmdir select sendfile sendfile64
  stat stat64 statfs statfs64 statx symlink symlinkat sync_file_range tee truncate truncate64
  umask unlink unlinkat utime utimensat utimensat_time64 utimes write writev
  epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_wait eventfd eventfd2 signalfd
  signalfd4 timerfd_create timerfd_gettime timerfd_settime
  alarm clock_getres clock_getres_time64 clock_gettime clock_gettime64 clock_nanosleep
  clock_nanosleep_time64 getitimer gettimeofday nanosleep setitimer time timer_create
  timer_delete timer_getoverrun timer_gettime timer_settime times
  kill pause rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn
  rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64 sigaction sigaltstack signal sigpending
  sigprocmask sigreturn sigsuspend tgkill tkill
  arch_prctl futex futex_time64 get_robust_list get_thread_area gettid membarrier rseq
  sched_getaffinity sched_get_priority_max sched_get_priority_min sched_getparam
  sched_getscheduler sched_yield set_robust_list set_thread_area set_tid_address
  exit exit_group getcpu getegid getegid32 geteuid geteuid32 getgid getgid32 getgroups
  getgroups32 getpgid getpgrp getpid getppid getpriority getrandom getresgid getresgid32
  getresuid getresuid32 getrlimit getrusage getsid getuid getuid32 prlimit64 setpgid setrlimit
  setsid sysinfo ugetrlimit uname wait4 waitid waitpid
)";

class FilterWriter {
public:
  FilterWriter() : context_(seccomp_init(SCMP_ACT_ERRNO(ENOSYS))) {
    if (context_ != nullptr && seccomp_arch_native() == SCMP_ARCH_X86_64)
      require(seccomp_arch_add(context_, SCMP_ARCH_X86));
  }
  ~FilterWriter() {
    if (context_ != nullptr) seccomp_release(context_);
  }
  FilterWriter(const FilterWriter&) = delete;
  FilterWriter& operator=(const FilterWriter&) = delete;

  std::vector<sock_filter> write() {
    if (context_ == nullptr) return {};
    std::istringstream names{std::string(harmless)};
    for (std::string name; names >> name;)
      allow(name.c_str(), {});
    allow_start();
    allow_maps("mmap");
    allow_maps("mmap2");
    allow_moves();
    allow_threads();
    allow_questions();
    return good_ ? exported() : std::vector<sock_filter>();
  }

private:
  void require(int result) { good_ = good_ && result == 0; }

  void allow(const char* name, const std::vector<scmp_arg_cmp>& conditions) {
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;
    require(seccomp_rule_add_array(context_,
                                   SCMP_ACT_ALLOW,
                                   number,
                                   static_cast<unsigned>(conditions.size()),
                                   conditions.data()));
  }

  /// Only from the one page; see start_page.
  void allow_start() { allow("execve", {SCMP_A0(SCMP_CMP_EQ, start_page)}); }

  void allow_maps(const char* name) {
    allow(name, {SCMP_A0(SCMP_CMP_GE, start_page + page_bytes)});
    allow(name, {SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_FIXED, 0)});
  }
  void allow_moves() {
    allow("mremap", {SCMP_A3(SCMP_CMP_MASKED_EQ, MREMAP_FIXED, 0)});
    allow("mremap", {SCMP_A4(SCMP_CMP_GE, start_page + page_bytes)});
  }

  /// Threads, but neither processes nor namespaces. What clone3 wants cannot be seen: it does not exist, and the C
  /// library uses clone.
  void allow_threads() {
    constexpr unsigned long namespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER
                                         | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;
    allow("clone", {SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces | CLONE_THREAD, CLONE_THREAD)});
  }

  /// Calls of many meanings: the ones that ask, or give names.
  void allow_questions() {
    for (unsigned long question : {TCGETS, FIONREAD, TIOCGWINSZ})
      allow("ioctl", {SCMP_A1(SCMP_CMP_EQ, question)});
    for (unsigned long meaning : {PR_SET_NAME, PR_GET_NAME, PR_SET_VMA, PR_GET_DUMPABLE})
      allow("prctl", {SCMP_A0(SCMP_CMP_EQ, meaning)});
  }

  std::vector<sock_filter> exported() {
    int file = ::memfd_create("filter", MFD_CLOEXEC);
    if (file < 0) return {};
    std::vector<sock_filter> result;
    if (seccomp_export_bpf(context_, file) == 0) {
      result.resize(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)) / sizeof(sock_filter));
      std::size_t bytes = result.size() * sizeof(sock_filter);
      if (::pread(file, result.data(), bytes, 0) != static_cast<ssize_t>(bytes)) result.clear();
    }
    ::close(file);
    return result;
  }

  scmp_filter_ctx context_;
  bool good_ = true;
};

} // namespace

const std::vector<sock_filter>& filter() {
  static const std::vector<sock_filter> written = FilterWriter().write();
  return written;
}

} // namespace kleene::cage
