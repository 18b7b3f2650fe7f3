// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/statement.h"

#include "kleene/ir/floats.h"
#include "kleene/ir/shadow.h"
#include "kleene/support/overloaded.h"

namespace kleene::ir {

bool is_undefined_behaviour(AssumeKind kind) {
  return kind != AssumeKind::Guard && kind != AssumeKind::Assumption;
}

std::string_view describe(AssumeKind kind) {
  switch (kind) {
  case AssumeKind::Guard:
    return "guard";
  case AssumeKind::Assumption:
    return "assumption";
  case AssumeKind::DivisionByZero:
    return "division by zero";
  case AssumeKind::InvalidDereference:
    return "invalid dereference";
  case AssumeKind::InvalidFree:
    return "invalid free";
  case AssumeKind::ArrayBound:
    return "index out of bounds";
  case AssumeKind::ReadOnly:
    return "write to a constant object";
  case AssumeKind::ShiftRange:
    return "shift out of range";
  case AssumeKind::InvalidCall:
    return "invalid function pointer";
  case AssumeKind::Unreachable:
    return "unreachable code reached";
  case AssumeKind::Unsequenced:
    return "unsequenced accesses of one object";
  case AssumeKind::FloatRange:
    return "conversion of a float out of range";
  case AssumeKind::UninitialisedUse:
    return "use of an uninitialised value";
  case AssumeKind::ArraySize:
    return "array size that is not positive";
  case AssumeKind::Overlap:
    return "copy between objects that overlap";
  }
  return "?";
}

bool has_open_contents(const Alloc& alloc) {
  return alloc.storage == Storage::Heap && !alloc.zeroed && alloc.name == "malloc";
}

std::vector<VarId> written_variables(const Statement& statement) {
  return std::visit(Overloaded{
                        [](const Assign& s) { return s.targets; },
                        [](const Havoc& s) { return s.variables; },
                        [](const Call& s) { return s.results; },
                        [](const Alloc& s) {
                          return std::vector<VarId>{s.target, s.region};
                        },
                        [](const Forget& s) { return std::vector<VarId>{s.region}; },
                        [](const Output& s) {
                          std::vector<VarId> written;
                          if (s.result.valid()) written.push_back(s.result);
                          if (s.region.valid()) written.push_back(s.region);
                          return written;
                        },
                        [](const Skip&) { return std::vector<VarId>{}; },
                        [](const Assume&) { return std::vector<VarId>{}; },
                        [](const Free&) { return std::vector<VarId>{}; },
                        [](const Halt&) { return std::vector<VarId>{}; },
                        [](const Spawn&) { return std::vector<VarId>{}; },
                        [](const EndThread&) { return std::vector<VarId>{}; },
                    },
                    statement);
}

std::vector<Term> evaluated_terms(const Statement& statement) {
  return std::visit(Overloaded{
                        [](const Assign& s) { return s.values; },
                        [](const Assume& s) { return std::vector<Term>{s.condition}; },
                        [](const Havoc& s) { return s.escaping; },
                        [](const Call& s) { return s.arguments; },
                        [](const Spawn& s) { return s.arguments; },
                        [](const Alloc& s) { return std::vector<Term>{s.size}; },
                        [](const Free& s) { return std::vector<Term>{s.address}; },
                        [](const Forget& s) {
                          return std::vector<Term>{s.address, s.length};
                        },
                        [](const Output& s) {
                          std::vector<Term> terms{s.format};
                          if (!s.destination.null()) terms.push_back(s.destination);
                          if (!s.limit.null()) terms.push_back(s.limit);
                          terms.insert(terms.end(), s.arguments.begin(), s.arguments.end());
                          return terms;
                        },
                        [](const Halt& s) {
                          return s.status.null() ? std::vector<Term>{}
                                                 : std::vector<Term>{s.status};
                        },
                        [](const Skip&) { return std::vector<Term>{}; },
                        [](const EndThread&) { return std::vector<Term>{}; },
                    },
                    statement);
}

} // namespace kleene::ir
