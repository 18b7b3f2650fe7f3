// SPDX-License-Identifier: Apache-2.0
// All ways through one activation of a procedure, from one place on and so many loop heads far, as
// terms. Ways that meet at the same head after the same number of heads are one. Calls are stepped over:
// what a callee requires has to hold, what it ensures is what is known afterwards.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/facts/mod_ref.h"
#include "kleene/smt/layout.h"
#include "kleene/symbolic/blocks.h"
#include "kleene/symbolic/path.h"

#include <map>
#include <string>

namespace kleene::engine::k_induction {

/// What is said about a procedure. Formulas as in evidence/inductive.h.
struct Contract {
  Term required; ///< at the entry, over globals and parameters
  Term ensured;  ///< at the exit: globals and returns, and entry copies
  bool called = false;
  /// What a cell of a region holds at the exit, by region: true for every address, for which the parameter stands.
  std::map<VarId, Term> cells = {};
};

/// An address at which a region is read or written.
struct AccessedPlace {
  VarId region;
  Term address;
};

/// A procedure cut at its loop heads.
struct Cut {
  std::vector<symbolic::Block> blocks;
  std::vector<std::vector<std::size_t>> leaving; ///< blocks, by location
  std::vector<std::vector<std::size_t>> calls;   ///< edges with calls, by location
  std::vector<std::size_t> position;             ///< of each location in a weak topological order
  std::vector<ir::LocId> heads;
  std::vector<bool> is_head; ///< by location
};

/// A way that was taken: when, and what the variables are then.
struct Arrival {
  ir::ProcId procedure;
  ir::LocId location;
  std::size_t level = 0; ///< heads passed, this one included
  symbolic::Path path;
  symbolic::State state;
};

/// Something that must not happen.
struct Danger {
  std::size_t level = 0; ///< heads passed before it
  Term condition;
  std::string what; ///< for people
};

struct Unfolded {
  std::vector<Arrival> heads; ///< every arrival at one
  std::vector<Arrival> exits;
  std::vector<Arrival> calls; ///< at entries of callees
  std::vector<Danger> dangers;
};

/// What is common to all unfoldings of a program.
class Unfolder {
public:
  Unfolder(const evidence::Problem& problem, const std::vector<Contract>& contracts);

  const Cut& cut(ir::ProcId f);
  /// At a head below the last level, what `invariant` says of it is assumed.
  Unfolded unfold(ir::ProcId f,
                  ir::LocId start,
                  symbolic::State state,
                  std::size_t levels,
                  const std::function<Term(ir::LocId)>& invariant);
  /// The state in which the program starts, with a condition on it.
  symbolic::State initial(Term& condition);
  /// A state in which entry copies are what the variables are now.
  symbolic::State at_entry() const;
  /// Behind a call, what contracts say about cells is used at these places.
  void use_cells_at(std::vector<AccessedPlace> places, Term parameter) {
    places_ = std::move(places);
    parameter_ = parameter;
  }
  const std::vector<AccessedPlace>& places() const { return places_; }
  /// For solvers; lives as long as this.
  smt::Layout layout() const;
  FreshVariables& fresh() { return fresh_; }

private:
  friend class Unfolding;
  Term fresh_like(VarId variable);
  void note_memories(const symbolic::State& state);

  const evidence::Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  const std::vector<Contract>& contracts_;
  FreshVariables fresh_;
  std::map<VarId, VarId> region_of_; ///< of fresh memories
  facts::ModRef mod_ref_;
  std::map<ir::ProcId, Cut> cuts_;
  std::vector<AccessedPlace> places_;
  Term parameter_;
};

} // namespace kleene::engine::k_induction
