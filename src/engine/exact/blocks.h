// SPDX-License-Identifier: Apache-2.0
// A program as the engine sees it: procedures in large blocks between cut points (symbolic/blocks.h) and
// calls between them, all as moves: a condition and new values of variables, as terms over the state
// before. So a weakest precondition is a substitution.
//
// A formula of a procedure speaks about current values and about entry copies. A parameter that its
// procedure never changes is written as its entry copy, the entry copy of a global that it never
// changes as the global ("own words").
#pragma once
#include "kleene/domain/exact_domain.h"
#include "kleene/engine/engine.h"
#include "kleene/facts/mod_ref.h"
#include "kleene/symbolic/blocks.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace kleene::engine::exact {

using domain::Move;
using domain::Values;

struct Block {
  ir::LocId from;
  ir::LocId to;
  Move move;
  std::vector<symbolic::FreshValue> fresh; ///< the same for all blocks that leave a cut point
};

struct CallStep {
  ir::LocId from;
  ir::LocId to;
  std::size_t edge = 0;
  ir::ProcId callee;
  Move enter;     ///< of the callee's variables at its entry, over the caller's state
  Values leave;   ///< of the callee's entry copies, returns and globals at its exit
  Values results; ///< of the caller's variables behind the call, over the terms of `leave`
};

struct Procedure {
  ir::ProcId id;
  std::vector<ir::LocId> cuts;
  std::vector<Block> blocks;
  std::vector<CallStep> calls;
  /// Per location: current variables that matter there.
  std::vector<std::vector<VarId>> live;
  std::vector<bool> is_target; ///< per location
};

/// The parts of a conjunction; none of `true`.
std::vector<Term> conjuncts(Term t);

struct BlockOptions {
  /// Cut before and after every choice of the program, as the must side wants it.
  bool cut_at_choices = false;
};

class BlockProgram {
public:
  BlockProgram(const evidence::Problem& problem, BlockOptions options);

  const ir::Program& program() const { return problem_.program; }
  const evidence::Problem& problem() const { return problem_; }
  TermManager& terms() const { return *problem_.program.terms; }
  const facts::ModRef& mod_ref() const { return mod_ref_; }
  const Procedure& procedure(ir::ProcId f) const { return procedures_[f.index()]; }
  const std::vector<Procedure>& procedures() const { return procedures_; }
  /// Whether calls from the entry procedure can lead to it.
  bool reachable(ir::ProcId f) const { return calls_.reachable(f); }

  /// The start of the program, and the values that the environment chooses then.
  const Move& start() const { return start_; }
  const std::vector<symbolic::FreshValue>& start_values() const { return start_values_; }

  Term variable(VarId v) const { return terms().variable(v, program().variable(v).type); }
  Term entry_copy(VarId v) const;
  bool is_entry_copy(VarId v) const;
  VarId original(VarId entry_copy) const;
  /// Whether the procedure never changes this parameter of its.
  bool is_constant(VarId parameter) const { return constant_[parameter.index()]; }
  /// A new variable beyond all others; a memory gets the layout of `like`.
  Term fresh(Type type, VarId like = {}) const;
  /// The width in which a memory is accessed, for copies too.
  std::optional<Type> cell(VarId memory) const;
  Term in_own_words(ir::ProcId f, Term t) const;

private:
  void find_constants();
  Procedure prepare(ir::ProcId f, BlockOptions options);
  void add_blocks(Procedure& procedure, BlockOptions options);
  void find_live(Procedure& procedure) const;
  CallStep call_step(ir::ProcId caller, std::size_t edge, const ir::Call& call) const;
  void make_start();
  void state_contents(const ir::Object& object, ObjectId id);
  void note_memories(const symbolic::Block& block);

  const evidence::Problem& problem_;
  facts::CallGraph calls_;
  facts::ModRef mod_ref_;
  mutable FreshVariables fresh_;
  mutable std::unordered_map<VarId, VarId> like_; ///< copies of memories
  std::vector<bool> constant_;                    ///< per variable
  std::vector<Procedure> procedures_;
  Move start_;
  std::vector<symbolic::FreshValue> start_values_;
};

} // namespace kleene::engine::exact
