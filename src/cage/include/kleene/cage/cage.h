// SPDX-License-Identifier: Apache-2.0
// A cage for programs that nobody trusts. The program runs as the only process of namespaces of its own
// (mounts, processes, network, IPC, for ordinary users also user ids), without privileges, under a filter of
// system calls: it sees the system's libraries and a few harmless devices, all read-only, and an empty folder
// that exists in memory only and is gone with it. It cannot start other processes or programs, signal
// anybody, use the network, or outlive us. Time, memory, output and files are limited.
//
// Where the kernel does not grant all of this, nothing runs.
#pragma once
#include "kleene/support/process.h"

#include <string>
#include <utility>
#include <vector>

namespace kleene::cage {

struct CageOptions {
  double seconds = 30; ///< on the clock, and of processor time
  Budget* budget = nullptr;
  std::vector<std::string> arguments;     ///< after its name
  std::string input;                      ///< its standard input
  std::vector<std::pair<int, int>> files; ///< open files of ours, and their numbers for the program
  std::size_t file_bytes = std::size_t(64) << 20; ///< of a file, and of all of them together
  std::size_t output_bytes = std::size_t(64) << 20;
  std::size_t resident_bytes = std::size_t(2) << 30;
};

/// Why no cage can be built here; empty if it can. The first call builds one to see. If the environment
/// variable KLEENE_NO_CAGE is set, none can.
const std::string& obstacle();

/// Runs a dynamically or statically linked executable in a cage. `failure` says what is missing if that is
/// impossible: then nothing ran.
ProcessResult run_caged(const std::filesystem::path& executable, const CageOptions& options);

/// The same with the rights of the user: only the empty environment, the empty folder and the limits on
/// time, memory, files and output are left.
ProcessResult run_unsafe(const std::filesystem::path& executable, const CageOptions& options);

} // namespace kleene::cage
