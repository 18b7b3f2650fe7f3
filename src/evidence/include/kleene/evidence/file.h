// SPDX-License-Identifier: Apache-2.0
// Evidence as text that people can read and compare, and that can be checked again at any time. The
// format is described in doc/evidence.md. What is read counts for nothing until a judge accepts it.
#pragma once
#include "kleene/evidence/evidence.h"
#include "kleene/support/result.h"

#include <string>
#include <vector>

namespace kleene::evidence {

/// The question that evidence answers, with the answer.
struct EvidenceFile {
  Property property = Property::UnreachCall;
  ir::TargetSelection targets;
  IntegerModel integers = IntegerModel::Machine;
  std::string spec; ///< the CTL formula that the program and the property come from, if any
  Evidence evidence;
};

std::string
write_evidence(const Problem& problem, const Evidence& evidence, const std::string& spec = {});
/// The pieces of evidence in a text that has some one behind the other; a single one is the whole text.
std::vector<std::string> evidence_texts(const std::string& text);
/// Reads evidence about this program; the message names the line that makes no sense for it.
Result<EvidenceFile> read_evidence(const std::string& text, const ir::Program& program);

} // namespace kleene::evidence
