// SPDX-License-Identifier: Apache-2.0
// C text to a program, for the tests of this folder.
#pragma once
#include "kleene/frontend/c/c_frontend.h"
#include "kleene/support/process.h"

#include <gtest/gtest.h>

#include <fstream>

namespace kleene::witness {

inline ir::Program program_of(const std::string& text) {
  TempDir folder;
  std::string file = folder.path() / "test.c";
  std::ofstream(file) << text;
  frontend::c::Options options;
  options.data_model = frontend::c::DataModel::Ilp32;
  Result<frontend::c::CProgram> read = frontend::c::read_c({file}, options);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : render(read.error()));
  return std::move(read->program);
}

/// Where a text begins in the only file.
inline SourcePoint point_of(const ir::Program& program, const std::string& text) {
  return program.files.point(FileId(0), program.files.text(FileId(0)).find(text));
}

} // namespace kleene::witness
