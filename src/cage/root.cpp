// SPDX-License-Identifier: Apache-2.0
#include "root.h"

#include <fcntl.h>
#include <fstream>
#include <linux/mount.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kleene::cage {
namespace {

namespace fs = std::filesystem;

/// What dynamically linked programs need, as far as the system has it.
constexpr const char* libraries[] = {"/lib",
                                     "/lib32",
                                     "/lib64",
                                     "/libx32",
                                     "/usr/lib",
                                     "/usr/lib32",
                                     "/usr/lib64",
                                     "/usr/libx32",
                                     "/etc/ld.so.cache"};
constexpr const char* devices[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

void add_mount(Root& root, const fs::path& from, const fs::path& inside) {
  std::error_code error;
  fs::file_status status = fs::symlink_status(from, error);
  fs::path to = root.folder / inside.relative_path();
  fs::create_directories(to.parent_path(), error);
  fs::permissions(to.parent_path(), fs::perms(0755), error);
  if (fs::is_symlink(status)) {
    fs::create_symlink(fs::read_symlink(from, error), to, error);
    return;
  }
  if (!fs::exists(status)) return;
  if (fs::is_directory(status))
    fs::create_directories(to, error);
  else
    std::ofstream(to).close();
  root.mounts.push_back({from.string(), to.string()});
}

bool mount_read_only(const char* folder) {
  mount_attr wanted{};
  wanted.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;
  return ::syscall(SYS_mount_setattr, AT_FDCWD, folder, AT_RECURSIVE, &wanted, sizeof wanted) == 0;
}

bool mount_scratch(const Root& root) {
  return ::mount("scratch",
                 root.scratch.c_str(),
                 "tmpfs",
                 MS_NOSUID | MS_NODEV | MS_NOEXEC,
                 root.scratch_options.c_str())
         == 0;
}

/// Sanitizers read about themselves there; not every kernel gives it to an ordinary user, and a program can live without.
void mount_proc(const Root& root) {
  constexpr unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY;
  ::mount("proc", root.proc.c_str(), "proc", flags, nullptr);
}

} // namespace

Root plan_root(const fs::path& folder,
               const fs::path& executable,
               std::size_t scratch_bytes,
               unsigned user) {
  constexpr fs::perms for_all = fs::perms(0755); // the program may run as nobody
  Root root;
  root.folder = (folder / "root").string();
  fs::create_directories(root.folder);
  fs::permissions(root.folder, for_all);
  for (const char* path : libraries)
    add_mount(root, path, path);
  for (const char* path : devices)
    add_mount(root, path, path);
  std::error_code error; // what is missing then fails to start
  fs::copy_file(executable, root.folder + program_path, error);
  fs::permissions(root.folder + program_path, for_all, error);
  root.scratch = root.folder + scratch_path;
  root.proc = root.folder + "/proc";
  fs::create_directories(root.scratch);
  fs::create_directories(root.proc);
  root.scratch_options = "mode=700,nr_inodes=4096,size=" + std::to_string(scratch_bytes)
                         + ",uid=" + std::to_string(user);
  return root;
}

bool enter_root(const Root& root) {
  const char* folder = root.folder.c_str();
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  if (::mount(folder, folder, nullptr, MS_BIND, nullptr) != 0) return false;
  for (const Root::Mount& m : root.mounts)
    if (::mount(m.from.c_str(), m.to.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0)
      return false;
  if (!mount_read_only(folder) || !mount_scratch(root)) return false;
  mount_proc(root);
  return ::chdir(folder) == 0 && ::syscall(SYS_pivot_root, ".", ".") == 0
         && ::umount2(".", MNT_DETACH) == 0 && ::chdir(scratch_path) == 0;
}

} // namespace kleene::cage
