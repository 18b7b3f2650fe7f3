// SPDX-License-Identifier: Apache-2.0
// The procedures of a recursive group in one common space: vectors with the number of the procedure in
// front and zeros behind, so that recursion between several procedures is one loop.
#pragma once
#include "kleene/domain/presburger_domain.h"

namespace kleene::engine::linear {

/// Numbers the members and pads vectors to one length. A group of one is not changed.
class Padding {
public:
  Padding(const presburger::Context& context,
          std::vector<ir::ProcId> members,
          std::vector<std::size_t> dims);
  std::size_t size() const { return size_; }
  /// A vector of a member to the padded vector.
  presburger::Map embed(ir::ProcId f) const;

private:
  std::size_t number(ir::ProcId f) const;
  const presburger::Context& context_;
  std::vector<ir::ProcId> members_;
  std::vector<std::size_t> dims_;
  std::size_t size_ = 0;
};

/// Entries of a group.
class EntrySpace {
public:
  EntrySpace(const domain::PresburgerDomain& domain, const std::vector<ir::ProcId>& members);
  domain::StateSet none() const;
  domain::StateSet embed(ir::ProcId f, const domain::StateSet& entries) const;
  domain::Relation embed(ir::ProcId from, const domain::Relation& relation, ir::ProcId to) const;
  domain::StateSet extract(ir::ProcId f, const domain::StateSet& all) const;

private:
  const domain::PresburgerDomain& domain_;
  Padding padding_;
};

/// Relations from entry to result of a group, as maps between padded vectors; and what one call around
/// them does, as a map between padded pairs.
class PairSpace {
public:
  PairSpace(const domain::PresburgerDomain& domain, const std::vector<ir::ProcId>& members);
  domain::Relation none() const;
  domain::Relation embed(ir::ProcId f, const domain::Relation& summary) const;
  domain::Relation extract(ir::ProcId f, const domain::Relation& all) const;
  /// Pairs (entry, result) of the callee to pairs of the caller `f`, which reaches the call by `before`
  /// (entry to state) and goes on by `after` (state to result).
  domain::Relation around_call(ir::ProcId f,
                               const ir::Call& call,
                               const domain::Relation& before,
                               const domain::Relation& after) const;
  /// `all`, a set of pairs given as a map, after any number of calls around it.
  domain::Relation close(const domain::Relation& all, const domain::Relation& calls) const;

private:
  const domain::PresburgerDomain& domain_;
  Padding entries_;
  Padding results_;
};

} // namespace kleene::engine::linear
