// SPDX-License-Identifier: Apache-2.0
// Judges for Boolean programs. They read the program edge by edge and build decision diagrams of their
// own; nothing of the engines is used.
#pragma once
#include "kleene/evidence/admission.h"
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/kind.h"

#include <vector>

namespace kleene::evidence {

/// What the judge of invariants of Boolean programs may be asked: less than that of inductive.h.
inline constexpr Precondition boolean_invariants{
    "invariants of Booleans", about::reach, Programs::SequentialBoolean};

/// Invariants and summaries, as `judge` of inductive.h has them, of a program over Booleans.
Judgement judge_boolean(const Problem& problem, const InductiveProof& proof, Budget& budget);

/// A well-founded order of states: an execution can only go down.
struct RankedProof {
  static constexpr KindEntry kind{"ranks",
                                  Shows::PropertyHolds,
                                  {"ranks of states", about::end, Programs::SequentialBoolean},
                                  {lines::proof, "layer"}};
  InductiveProof invariants;
  /// States at a location, lowest first. A state may occur again later, which means nothing.
  struct Layer {
    ir::ProcId procedure;
    ir::LocId location;
    Term states; ///< over current values
  };
  std::vector<Layer> layers;
};

/// Accepts if the invariants hold (targets apart), the initial states are in some layer, and every
/// step from an invariant state of a layer leads to a lower one: along an edge, into a call, and over
/// a call by its summary. Then every execution ends.
///
/// Where the question is about accepting places, layers at other places that follow each other count as one, and a
/// step from them may stay inside it. Then every execution comes to accepting places finitely often only.
Judgement judge_ranked(const Problem& problem, const RankedProof& proof, Budget& budget);

} // namespace kleene::evidence
