// SPDX-License-Identifier: Apache-2.0
// Recursive programs over small integers, as trees that can be written as C text or as text of the IR,
// and as plain code that the reference executes (small_reference.h). What they mean is decided here alone:
// neither a front end nor the interpreter has a say.
//
// In C the variables are of type int and every assignment brings its value back into the range, so that
// nothing overflows. In the IR they are two's complement integers of a few bits, and arithmetic wraps.
#pragma once
#include <string>
#include <vector>

namespace kleene::reference {

/// The values of all variables of a program.
struct SmallRange {
  int low = 0;
  int high = 0;
  bool wraps = false; ///< arithmetic does, and the range is that of two's complement
  int size() const { return high - low + 1; }
};

struct SmallExpression {
  enum class Kind {
    Constant,
    Variable,
    Add,
    Sub,
    Mul,
    Negate,
    Less,
    LessEqual,
    Equal,
    And,
    Or,
    Not
  };
  Kind kind = Kind::Constant;
  int value = 0;         ///< of a constant
  unsigned variable = 0; ///< an index: globals first, then parameters, then locals
  std::vector<SmallExpression> operands;
};

/// How a value comes back into the range.
enum class Settle {
  Clamp,     ///< to its nearest bound
  Reset,     ///< to the lower bound
  Remainder, ///< C's %, by the upper bound plus 1; for ranges from -n to n or from 0
};

struct SmallStatement {
  enum class Kind {
    Assign,
    Pick, ///< the environment chooses a value of the range
    Call,
    If,
    While,
    Return,
    Assume, ///< the execution ends here unless it holds
    Break,  ///< out of the innermost loop
    Error,  ///< the place that must not be reached; goes on behind it
    Stop,   ///< the program ends
  };
  Kind kind = Kind::Assign;
  unsigned variable = 0; ///< that is written
  Settle settle = Settle::Clamp;
  std::vector<SmallExpression> expressions; ///< value, condition or arguments
  unsigned callee = 0;
  bool unknown =
      false; ///< of a Pick: nobody chooses, we do not know the value; C has no word for it
  std::vector<SmallStatement> body;
  std::vector<SmallStatement> otherwise;
};

struct SmallProcedure {
  std::string name;
  unsigned parameters = 0;
  unsigned locals = 0; ///< zero at first
  std::vector<SmallStatement> body;
};

struct SmallProgram {
  SmallRange range;
  unsigned globals = 0;                   ///< zero at first
  std::vector<SmallProcedure> procedures; ///< the first one is main
};

/// How the C text asks the environment for a value of the range.
enum class PickStyle { Clamped, Function, Assumed };

std::string to_c(const SmallProgram& program, PickStyle style);
/// Requires a range that wraps. Location 0 of a procedure is its entry, location n + 1 stands before
/// instruction n of its code.
std::string to_ir(const SmallProgram& program);

/// One procedure as code: jumps instead of blocks.
struct SmallInstruction {
  enum class Kind { Assign, Pick, Call, Branch, Jump, Return, Assume, Error, Stop };
  Kind kind = Kind::Assign;
  unsigned variable = 0;
  Settle settle = Settle::Clamp;
  std::vector<SmallExpression> expressions;
  unsigned callee = 0;
  std::size_t target = 0; ///< of a jump, or of a branch whose condition does not hold
  bool unknown = false;   ///< of a Pick
};
using SmallCode = std::vector<SmallInstruction>;
SmallCode code_of(const SmallProcedure& procedure);

} // namespace kleene::reference
