// SPDX-License-Identifier: Apache-2.0
// The file system of the cage: a small tree in a temporary folder onto which libraries, devices and the program are
// mounted.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace kleene::cage {

/// Where things are inside.
inline constexpr const char* program_path = "/program";
inline constexpr const char* scratch_path = "/scratch";

/// What is mounted where, in words that a child can use without memory of its own.
struct Root {
  struct Mount {
    std::string from;
    std::string to;
  };
  std::string folder;
  std::vector<Mount> mounts; ///< all of them read-only
  std::string scratch;       ///< outside name of the scratch folder
  std::string scratch_options;
  std::string proc;
};

/// Makes the tree; `user` will own the scratch folder.
Root plan_root(const std::filesystem::path& folder,
               const std::filesystem::path& executable,
               std::size_t scratch_bytes,
               unsigned user);

/// In the child: the tree becomes the root of the file system, and nothing else is there any more. False with
/// errno if that is impossible.
bool enter_root(const Root& root);

} // namespace kleene::cage
