// SPDX-License-Identifier: Apache-2.0
// Tries one way out of the cage, which its arguments name. Status 0: the kernel let it; 1: it did not.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

extern char **environ;

static int done(long result) {
  if (result < 0) printf("%s\n", strerror(errno));
  return result < 0;
}

static int write_to(const char *path, int flags) {
  int file = open(path, flags, 0600);
  return done(file < 0 ? file : write(file, "x", 1));
}

/* Through the one page from which programs may be started. */
static int exec_again(void) {
  char *page = mmap((void *)0x10000, 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (page == MAP_FAILED) return done(-1);
  char *arguments[] = {"program", "return", "7", 0};
  strcpy(page, "/program");
  return done(execve(page, arguments, environ));
}

static int move_to_start_page(void) {
  void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return done(mremap(page, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)0x10000) == MAP_FAILED ? -1 : 0);
}

static void *answer(void *p) { return p; }

static int run_thread(void) {
  pthread_t thread;
  void *result = 0;
  if (pthread_create(&thread, 0, answer, environ) != 0) return 1;
  pthread_join(thread, &result);
  return result != environ;
}

static int daemonise(void) {
  pid_t child = fork();
  if (child < 0) return done(-1);
  if (child > 0) return 0;
  setsid();
  if (fork() == 0)
    for (;;) pause();
  return 0;
}

static int fill_memory(void) {
  for (;;) memset(malloc(1 << 20), 1, 1 << 20);
}

static int fill_folder(void) {
  static char block[1 << 16];
  for (int i = 0;; i++) {
    char name[32];
    snprintf(name, sizeof name, "file%d", i);
    int file = open(name, O_WRONLY | O_CREAT, 0600);
    if (file < 0) return done(-1);
    for (int j = 0; j < 64; j++)
      if (write(file, block, sizeof block) < 0) return done(-1);
    close(file);
  }
}

static int abstract_socket(void) {
  struct sockaddr_un address = {AF_UNIX, "\0kleene"};
  return done(bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, 10));
}

/* Calls that lead out, whatever their arguments are: names of those that exist. */
static int try_calls(void) {
  static const struct {
    const char *name;
    long number;
  } calls[] = {
#define CALL(name) {#name, SYS_##name},
      CALL(userfaultfd) CALL(perf_event_open) CALL(bpf) CALL(keyctl) CALL(add_key) CALL(request_key)
      CALL(ptrace) CALL(process_vm_readv) CALL(process_vm_writev) CALL(kcmp) CALL(setns) CALL(unshare)
      CALL(mount) CALL(umount2) CALL(pivot_root) CALL(chroot) CALL(mknod) CALL(mknodat) CALL(chown) CALL(fchown)
      CALL(setuid) CALL(setgid) CALL(setresuid) CALL(setresgid) CALL(setgroups) CALL(capset) CALL(seccomp)
      CALL(msgget) CALL(semget) CALL(shmget) CALL(shmat) CALL(mq_open) CALL(mq_unlink) CALL(memfd_create)
      CALL(socket) CALL(socketpair) CALL(bind) CALL(connect) CALL(sendto) CALL(sendmsg)
      CALL(reboot) CALL(sethostname) CALL(setdomainname) CALL(settimeofday) CALL(clock_settime) CALL(adjtimex)
      CALL(swapon) CALL(swapoff) CALL(acct) CALL(syslog) CALL(quotactl) CALL(init_module) CALL(delete_module)
      CALL(finit_module) CALL(kexec_load) CALL(iopl) CALL(ioperm) CALL(modify_ldt) CALL(vhangup)
      CALL(fork) CALL(vfork) CALL(execveat) CALL(name_to_handle_at) CALL(open_by_handle_at) CALL(fanotify_init)
      CALL(setpriority) CALL(sched_setscheduler) CALL(sched_setaffinity) CALL(ioprio_set) CALL(personality)
      CALL(splice) CALL(vmsplice) CALL(migrate_pages) CALL(move_pages) CALL(setxattr) CALL(io_setup)
      {"clone3", 435}, {"openat2", 437}, {"pidfd_open", 434}, {"pidfd_send_signal", 424}, {"pidfd_getfd", 438},
      {"io_uring_setup", 425}, {"open_tree", 428}, {"move_mount", 429}, {"fsopen", 430}, {"mount_setattr", 442},
      {"landlock_create_ruleset", 444}, {"memfd_secret", 447}, {"process_madvise", 440},
  };
  int exist = 0;
  for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
    if (syscall(calls[i].number, -1L, -1L, -1L, -1L, -1L, -1L) != -1 || errno != ENOSYS) {
      printf("%s: %s\n", calls[i].name, strerror(errno));
      exist++;
    }
  return exist == 0; /* 1: the kernel let nothing pass */
}

static int through_symlink(const char *path) {
  if (symlink(path, "/scratch/way") != 0) return 99;
  int left = write_to("/scratch/way", O_WRONLY | O_CREAT) == 0;
  return !(left || chmod("/scratch/way", 0777) == 0 || truncate("/scratch/way", 0) == 0);
}

static int show_files(void) {
  for (int file = 3; file < 4096; file++)
    if (fcntl(file, F_GETFD) >= 0) printf("%d ", file);
  return 0;
}

static void *wait_for_ever(void *p) {
  for (;;) pause();
  return p;
}

/* The first thread ends, another stays. */
static int linger(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, wait_for_ever, 0) != 0) return 1;
  pthread_exit(0);
}

static int threads_without_end(void) {
  pthread_t thread;
  int n = 0;
  while (n < 100000 && pthread_create(&thread, 0, wait_for_ever, 0) == 0) n++;
  printf("%d", n >= 1000);
  return 0;
}

static int raise_limit(int resource) {
  struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
  return done(setrlimit(resource, &more));
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "", *path = argc > 2 ? argv[2] : "";
  if (!strcmp(what, "return")) return atoi(path);
  if (!strcmp(what, "look")) {
    char folder[100];
    printf("%s %s %d %d\n", getcwd(folder, sizeof folder), environ[0] ? environ[0] : "-", getpid(), fcntl(3, F_GETFD));
    return 0;
  }
  if (!strcmp(what, "open")) return write_to(path, O_WRONLY);
  if (!strcmp(what, "read")) return done(open(path, O_RDONLY));
  if (!strcmp(what, "create")) return write_to(path, O_WRONLY | O_CREAT);
  if (!strcmp(what, "delete")) return done(unlink(path));
  if (!strcmp(what, "chmod")) return done(chmod(path, 0777));
  if (!strcmp(what, "rename")) return done(rename(path, "/scratch/taken"));
  if (!strcmp(what, "link")) return done(link(path, "/scratch/taken"));
  if (!strcmp(what, "touch")) return done(utime(path, 0));
  if (!strcmp(what, "mkdir")) return done(mkdir(path, 0700));
  if (!strcmp(what, "kill")) return done(kill(atoi(path), SIGKILL));
  if (!strcmp(what, "fork")) return done(fork());
  if (!strcmp(what, "vfork")) return done(syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0));
  if (!strcmp(what, "clone3")) return done(syscall(435, 0, 0));
  if (!strcmp(what, "daemon")) return daemonise();
  if (!strcmp(what, "exec")) return done(execl(path, path, (char *)0));
  if (!strcmp(what, "exec-again")) return exec_again();
  if (!strcmp(what, "move-page")) return move_to_start_page();
  if (!strcmp(what, "system")) return system(path) != 0;
  if (!strcmp(what, "socket")) return done(socket(AF_INET, SOCK_STREAM, 0));
  if (!strcmp(what, "abstract")) return abstract_socket();
  if (!strcmp(what, "pair")) return done(socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0}));
  if (!strcmp(what, "shm")) return done(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
  if (!strcmp(what, "ptrace")) return done(ptrace(PTRACE_TRACEME, 0, 0, 0));
  if (!strcmp(what, "mount")) return done(mount("x", "/scratch", "tmpfs", 0, 0));
  if (!strcmp(what, "unshare")) return done(unshare(CLONE_NEWUSER));
  if (!strcmp(what, "setuid")) return done(setuid(0));
  if (!strcmp(what, "io_uring")) return done(syscall(425, 1, 0));
  if (!strcmp(what, "keyctl")) return done(syscall(SYS_keyctl, 0, -3, 1));
  if (!strcmp(what, "bpf")) return done(syscall(SYS_bpf, 0, 0, 0));
  if (!strcmp(what, "memfd")) return done(syscall(SYS_memfd_create, "x", 0));
  if (!strcmp(what, "pdeathsig")) return done(prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
  if (!strcmp(what, "calls")) return try_calls();
  if (!strcmp(what, "symlink")) return through_symlink(path);
  if (!strcmp(what, "files")) return show_files();
  if (!strcmp(what, "linger")) return linger();
  if (!strcmp(what, "threads")) return threads_without_end();
  if (!strcmp(what, "more-time")) return raise_limit(RLIMIT_CPU);
  if (!strcmp(what, "larger-files")) return raise_limit(RLIMIT_FSIZE);
  if (!strcmp(what, "fill-memory")) return fill_memory();
  if (!strcmp(what, "fill-folder")) return fill_folder();
  if (!strcmp(what, "chatter")) for (;;) puts("and on and on");
  if (!strcmp(what, "sleep")) for (;;) pause();
  if (!strcmp(what, "compute")) for (;;);
  if (!strcmp(what, "thread")) return run_thread();
  if (!strcmp(what, "abort")) abort();
  if (!strcmp(what, "cat")) {
    for (int c; (c = getchar()) != EOF;) putchar(c);
    return 0;
  }
  if (!strcmp(what, "read-all")) {
    FILE *file = fopen(path, "r");
    for (int c; file && (c = getc(file)) != EOF;) putchar(c);
    return !file;
  }
  if (!strcmp(what, "tell")) return write(atoi(path), "told", 4) != 4;
  return 99;
}
