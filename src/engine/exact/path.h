// SPDX-License-Identifier: Apache-2.0
// A path through blocks and calls as one formula. Calls on it are either expanded, with the path that the
// callee took, or opaque: any result.
#pragma once
#include "kleene/symbolic/simplifier.h"

#include "blocks.h"

namespace kleene::engine::exact {

/// An operator on memory: the simplifier has nothing to say about it.
bool about_memory(Term t);

struct FlatStep {
  enum class Kind {
    Block,
    Enter,  ///< into a call that does not return on this path
    Call,   ///< into an expanded call
    Return, ///< out of it
    Opaque, ///< across a call, with any result
  };
  Kind kind = Kind::Block;
  ir::ProcId procedure;    ///< the caller, for calls
  std::size_t index = 0;   ///< of the block or call
  std::size_t partner = 0; ///< Return: position of its Call; Call: of its Return
};
using FlatPath = std::vector<FlatStep>;

/// A condition of the path, and where it comes from.
struct Constraint {
  Term term;                ///< over values at the start and fresh ones
  std::size_t position = 0; ///< of the step; npos: the start of the program
  Term local;               ///< as the block has it
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

/// The path, executed symbolically. What is known is computed, so terms stay small.
class PathFormula {
public:
  PathFormula(const BlockProgram& program, const FlatPath& path, IntegerModel model);

  const std::vector<Constraint>& constraints() const { return constraints_; }
  /// The values that the environment chooses on the way, in order. Each only counts if its condition
  /// holds.
  struct Input {
    Term value;
    Term when;
    Type type;
    std::string origin;
    bool picks_edge = false;
  };
  const std::vector<Input>& inputs() const { return inputs_; }
  /// Objects with open contents, and their parts, in order: see symbolic::FreshValue.
  struct HeapPart {
    Term value;
    Term when;
    std::optional<std::uint64_t> offset; ///< none: a new object
  };
  const std::vector<HeapPart>& heap() const { return heap_; }
  /// Per step: what it gives to variables, if that is the same whatever the environment chooses.
  const std::vector<Values>& constants() const { return constants_; }
  /// The terms say that chosen values are in the range of their types.
  const std::vector<Term>& ranges() const { return ranges_; }

private:
  using Renaming = std::unordered_map<VarId, Term>;

  void start();
  void block(const Block& block, std::size_t position);
  void enter(const CallStep& call);
  void leave(const CallStep& call);
  void opaque(const CallStep& call);
  void assign(const Values& values, Renaming& renamed);
  void note_constant(VarId v, Term value);
  Term value(Term t, Renaming& renamed);
  Term lookup(VarId v, Type type, Renaming& renamed);
  Renaming& home(VarId v);
  void choose(const symbolic::FreshValue& value, Renaming& renamed);

  const BlockProgram& program_;
  TermManager& terms_;
  symbolic::Simplifier simplifier_;
  Renaming globals_;
  std::vector<Renaming> frames_;
  std::vector<Constraint> constraints_;
  std::vector<Input> inputs_;
  std::vector<HeapPart> heap_;
  std::vector<Term> ranges_;
  std::vector<Values> constants_; ///< per step
};

} // namespace kleene::engine::exact
