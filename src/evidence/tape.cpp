// SPDX-License-Identifier: Apache-2.0
#include "tape.h"

#include "kleene/support/budget.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace kleene::evidence {

Tape::Tape() : file_(::memfd_create("tape", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  // Whoever reads a mapped file that somebody has cut off dies.
  constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  void* memory = MAP_FAILED;
  if (file_ >= 0 && ::ftruncate(file_, bytes) == 0 && ::fcntl(file_, F_ADD_SEALS, seals) == 0)
    memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (memory == MAP_FAILED) {
    if (file_ >= 0) ::close(file_);
    throw ResourceOut("no memory for the inputs of a native run");
  }
  layout_ = static_cast<Layout*>(memory);
}

Tape::~Tape() {
  ::munmap(layout_, bytes);
  ::close(file_);
}

void Tape::write(const InputPlan& plan) {
  layout_->kind = static_cast<std::uint64_t>(plan.kind);
  layout_->seed = plan.seed;
  layout_->values = std::min(plan.values.size(), most_values);
  layout_->used = 0;
  layout_->most = most_inputs;
  std::copy_n(plan.values.begin(), layout_->values, layout_->value.begin());
}

std::vector<Tape::Noted> Tape::read() const {
  // The program could have written anything.
  std::size_t used = std::min<std::uint64_t>(layout_->used, most_inputs);
  return {layout_->input.begin(), layout_->input.begin() + static_cast<std::ptrdiff_t>(used)};
}

} // namespace kleene::evidence
