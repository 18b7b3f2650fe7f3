// SPDX-License-Identifier: Apache-2.0
// The lines of an evidence file that speak of threads without formulas: schedules, and sets of
// configurations whose stacks are automata.
#pragma once
#include "kleene/evidence/schedule.h"
#include "kleene/evidence/stacks.h"

#include <sstream>
#include <string>

namespace kleene::evidence {

/// The program whose variables a proof over interleavings names: the unfolded one, with the bits of places
/// (`place$3`) behind its variables.
Result<ir::Program> with_places(const ir::Unfolding& unfolding, std::size_t bits);

std::string write_lines(const std::vector<ir::Slice>& slices);
std::string write_lines(const StackProof& proof, const ir::Program& program);

/// Takes the lines one by one.
class ThreadLines {
public:
  explicit ThreadLines(const ir::Program& program) : program_(program) {}
  /// Whether the line begins with one of the words it knows; throws Misread if the rest makes no sense.
  bool read(const std::string& word, std::istringstream& words);

  std::vector<ir::Slice> slices;
  StackProof proof;

private:
  void read_shared(std::istringstream& words);
  void read_symbol(std::istringstream& words);
  ir::ProcId procedure(std::istringstream& words) const;

  const ir::Program& program_;
};

} // namespace kleene::evidence
