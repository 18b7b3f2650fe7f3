// SPDX-License-Identifier: Apache-2.0
// From which states the program must be able to go on to a target, in two steps. In layers: G and T of
// kleene/equations/reach.h with the must relations; a call is stepped over if it returns, T(en_f), and
// whatever it may return leads on. Then with ranks, because predicates do not see that a loop comes nearer
// to its end: the greatest X with X = pre(X) that holds G, less the places for whose steps no rank is found.
#pragma once
#include "ranking.h"
#include "relations.h"

namespace kleene::engine::exact {

class MustReachability {
public:
  /// Keeps references. `reached` must be finished.
  MustReachability(const AbstractProgram& abstract,
                   const Forward& reached,
                   IntegerModel model,
                   Budget& budget);

  void solve();
  /// Where a target is reached for sure.
  const Bdd& leads(ir::ProcId f, ir::LocId l) const { return leads_[f.index()][l.index()]; }
  MustSide& must_side() { return must_; }
  /// As evidence with an empty stem. Nothing if it would be too long.
  std::optional<evidence::MustReach> evidence() const;

private:
  struct Layer {
    ir::ProcId procedure;
    ir::LocId location;
    Bdd states;
    std::vector<Term> rank; ///< in the words of the procedure
  };
  using Members = std::vector<bool>; ///< per procedure

  void returns();
  Bdd right_side(const ir::ProgramPoint& k, const Sets& sets, bool to_exit);
  bool is_goal(const ir::ProgramPoint& k, bool to_exit) const;
  void least(Sets& sets, const Members& members, std::size_t number, std::vector<Layer>& layers);
  void ranked(Sets& sets, const Members& members, std::size_t number, std::vector<Layer>& layers);
  void greatest(Sets& sets, const Sets& least, const Members& members, bool to_exit);
  void add_steps(Ranking& ranking,
                 const std::map<ir::ProgramPoint, std::size_t>& places,
                 ir::ProcId f) const;
  std::optional<std::vector<evidence::MustLayer>> written(const std::vector<Layer>& layers,
                                                          bool pairs) const;
  Term number(std::size_t value) const;

  const AbstractProgram& abstract_;
  const BlockProgram& program_;
  const Forward& reached_;
  IntegerModel model_;
  Budget& budget_;
  MustSide must_;
  std::unique_ptr<smt::Session> session_;
  Sets leads_;
  Sets returns_;
  std::vector<Layer> leading_;
  std::vector<Layer> returning_;
};

} // namespace kleene::engine::exact
