// SPDX-License-Identifier: Apache-2.0
// Grows the control-flow graph of one procedure: statements are appended at the current place, jumps
// and branches lead to places made in advance. `finish()` then removes what cannot be reached and
// the skips that do nothing.
#pragma once
#include "kleene/ir/program.h"

#include <optional>
#include <utility>
#include <vector>

namespace kleene::frontend::c {

class CfgBuilder {
public:
  CfgBuilder();

  ir::LocId here() const { return here_; }
  /// A new place. All edges to it must be made before `move_to` it.
  ir::LocId fresh();
  /// A new place that edges may lead to at any time: a loop head, a label.
  ir::LocId fresh_head();
  ir::LocId exit() const { return procedure_.exit; }
  ir::Location& location(ir::LocId id) { return procedure_.locations[id.index()]; }

  /// Says what a place is in the source: where `range` begins.
  void mark(ir::LocId place, ir::SourceMark::Kind kind, SourceRange range);

  /// Appends a statement at the current place, which moves behind it.
  void emit(ir::Statement statement, SourceRange range);
  /// Continues at `place`, from nowhere.
  void move_to(ir::LocId place);
  /// Goes to `place`; what follows is reached only by other jumps.
  void jump(ir::LocId place, SourceRange range);
  /// Falls through to `place` and continues there.
  void join(ir::LocId place, SourceRange range);
  /// An edge to `place` for the states where `condition` holds; constants are decided here.
  void guard(Term condition, ir::LocId place, SourceRange range);
  /// A Halt or the like: a statement after which nothing follows.
  void end(ir::Statement statement, SourceRange range);
  /// Conditions that were just checked and still hold here: they need not be checked again.
  bool knows(Term condition) const;
  void know(Term condition);
  /// The graph as it is now, to come back to.
  struct Checkpoint {
    ir::LocId here;
    std::size_t edges = 0;
    std::optional<ir::Target> target;
  };
  Checkpoint checkpoint() const;
  /// Takes back every edge that was made since, and continues there.
  void roll_back(const Checkpoint& checkpoint);
  /// Statements that are to run when the procedure is entered, in the order of the calls.
  void prologue(ir::Statement statement, SourceRange range);

  /// The finished graph, moved into `procedure` (locations, edges, entry, exit).
  void finish(ir::Procedure& procedure);

private:
  void drop_unreachable();
  void merge_skips();
  void compact();

  ir::Procedure procedure_;
  ir::LocId here_;
  ir::LocId body_; ///< behind the prologue
  void forget(const ir::Statement& statement);
  void connect(ir::LocId place, ir::Statement statement, SourceRange range);

  /// What is known about a place while the graph grows.
  struct Growth {
    bool head = false;
    bool passed = false;                    ///< its own edges are being made
    std::optional<std::vector<Term>> known; ///< what holds on all edges to it so far
  };
  std::vector<Growth> growth_;
  std::vector<Term> known_; ///< what holds here
  std::vector<std::pair<ir::Statement, SourceRange>> prologue_;
};

} // namespace kleene::frontend::c
