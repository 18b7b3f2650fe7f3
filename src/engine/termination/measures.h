// SPDX-License-Identifier: Apache-2.0
// What may become less along the steps of a loop or a recursion: guesses from the conditions of the program.
#pragma once
#include "kleene/evidence/problem.h"

#include <map>
#include <set>
#include <vector>

#include "system.h"

namespace kleene::engine::termination {

/// A term for each of some places, all of one type, over current values and entry copies.
using Measure = std::map<std::size_t, Term>;
using Numbers = std::vector<std::size_t>;

class Vocabulary {
public:
  /// For places and steps of one strongly connected part. Keeps references.
  Vocabulary(const evidence::Problem& problem,
             const System& system,
             const Numbers& places,
             const Numbers& steps);

  /// The most promising ones first.
  std::vector<Measure> measures() const;
  /// Integers that measures may be made of, in the wide type, for each place.
  std::map<std::size_t, std::vector<Term>> features() const;
  /// Conditions that what else matters may depend on; of a part within one procedure.
  std::vector<Term> flags() const;

private:
  struct Words {
    std::vector<Term> distances; ///< between both sides of comparisons, computed without wrapping
    std::vector<Term> circular;  ///< the same, computed as the machine does, without sign
    std::vector<Term> leaves;    ///< what both sides are made of
    std::vector<Term> flags;     ///< conditions that what else matters may depend on
  };
  Words words_of(ir::ProcId f) const;
  void note_comparison(ir::ProcId f, Term comparison, Words& words) const;
  void note_leaves(Term t, std::vector<Term>& leaves) const;
  std::set<VarId> read_by_steps(ir::ProcId f) const;
  void note_changed(ir::ProcId f, Words& words) const;
  void note_conditions(ir::ProcId f, Words& words) const;
  std::vector<Term> guesses(const Words& words) const;
  /// The larger and the smaller one of two.
  void guess_extremes(const Words& words, std::vector<Term>& guesses) const;
  /// Whether a flag is set, and what counts only while it is, or is not.
  void guess_by_flags(const Words& words, std::vector<Term>& guesses) const;
  /// In the words of places: about the entry if this is a recursion. Null if it cannot be said there.
  Term in_words(ir::ProcId f, Term t) const;
  bool is_state(Term t) const;
  Term wide(Term t) const;
  /// As the machine has it, without sign.
  Term plain(Term t) const;

  const evidence::Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  const System& system_;
  const Numbers& places_;
  const Numbers& steps_;
  bool recursion_ = false;
};

} // namespace kleene::engine::termination
