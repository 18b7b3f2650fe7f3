// SPDX-License-Identifier: Apache-2.0
// An interpreter with fixed addresses does not see that an address leaves its object if another object lies there.
// These programs make it visible.
#pragma once
#include "kleene/ir/program.h"

#include <string>

namespace kleene::evidence {

/// The program with ways to a place that calls `target`, where arithmetic gives an address in a live object: one that
/// the address it was computed from is not in (nor behind), or any at all if it was computed from numbers. Where no
/// execution of a program takes them, and addresses are never taken apart (ir/address_use.h), an access to a live
/// object is one to the object that its address was made for. Requires Program::allocation.
ir::Program with_checked_moves(const ir::Program& program, const std::string& target);

} // namespace kleene::evidence
