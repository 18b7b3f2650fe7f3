// SPDX-License-Identifier: Apache-2.0
// The register code that the interpreter executes, made from a program by compile() (see
// interpreter_compiler.h) and executed by interpreter_execute.cpp.
//
// A procedure activation is a run of slots: parameters, returns, locals, flags, temporaries, then the
// arguments of the procedure it calls, which are the first slots of the next activation. An operand
// is an index: from the frame if it is not negative, otherwise from the end of the global area, which
// holds the constants, the global variables and their flags. A slot holds a value in canonical form:
// signed types sign-extended, unsigned ones zero-extended, Bool 0 or 1.
#pragma once
#include "kleene/ir/interpreter.h"

namespace kleene::ir::vm {

// X(operation, handler). Those of the second list may change the frame.
#define KL_VM_OPS(X)                                                                               \
  X(Nop, nop)                                                                                      \
  X(Jump, jump)                                                                                    \
  X(Arrive, arrive)                                                                                \
  X(Choose, choose)                                                                                \
  X(Switch, select_case)                                                                           \
  X(Block, block)                                                                                  \
  X(Fault, fault)                                                                                  \
  X(Halt, halt)                                                                                    \
  X(Trace, trace)                                                                                  \
  X(BranchTrue, branch_true)                                                                       \
  X(BranchEq, branch_eq)                                                                           \
  X(BranchLtS, branch_lt_s)                                                                        \
  X(BranchLeS, branch_le_s)                                                                        \
  X(BranchLtU, branch_lt_u)                                                                        \
  X(BranchLeU, branch_le_u)                                                                        \
  X(BranchValid, branch_valid)                                                                     \
  X(Move, move)                                                                                    \
  X(Select, select)                                                                                \
  X(Not, negate)                                                                                   \
  X(Eq, eq)                                                                                        \
  X(LtS, lt_s)                                                                                     \
  X(LeS, le_s)                                                                                     \
  X(LtU, lt_u)                                                                                     \
  X(LeU, le_u)                                                                                     \
  X(AddI32, add_i32)                                                                               \
  X(SubI32, sub_i32)                                                                               \
  X(MulI32, mul_i32)                                                                               \
  X(AddS, add_s)                                                                                   \
  X(SubS, sub_s)                                                                                   \
  X(MulS, mul_s)                                                                                   \
  X(NegS, neg_s)                                                                                   \
  X(DivS, div_s)                                                                                   \
  X(RemS, rem_s)                                                                                   \
  X(ShlS, shl_s)                                                                                   \
  X(AddU, add_u)                                                                                   \
  X(SubU, sub_u)                                                                                   \
  X(MulU, mul_u)                                                                                   \
  X(NegU, neg_u)                                                                                   \
  X(DivU, div_u)                                                                                   \
  X(RemU, rem_u)                                                                                   \
  X(ShlU, shl_u)                                                                                   \
  X(AddX, add_x)                                                                                   \
  X(SubX, sub_x)                                                                                   \
  X(MulX, mul_x)                                                                                   \
  X(NegX, neg_x)                                                                                   \
  X(DivX, div_x)                                                                                   \
  X(RemX, rem_x)                                                                                   \
  X(ShlX, shl_x)                                                                                   \
  X(ShrS, shr_s)                                                                                   \
  X(ShrU, shr_u)                                                                                   \
  X(BitNotS, bit_not_s)                                                                            \
  X(BitNotU, bit_not_u)                                                                            \
  X(BitAnd, bit_and)                                                                               \
  X(BitOr, bit_or)                                                                                 \
  X(BitXor, bit_xor)                                                                               \
  X(WrapS, wrap_s)                                                                                 \
  X(WrapU, wrap_u)                                                                                 \
  X(CheckFits, check_fits)                                                                         \
  X(Float, floating)                                                                               \
  X(FloatConvert, float_convert)                                                                   \
  X(LoadS, load_s)                                                                                 \
  X(LoadU, load_u)                                                                                 \
  X(LoadS32, load_s32)                                                                             \
  X(LoadU8, load_u8)                                                                               \
  X(Load64, load_64)                                                                               \
  X(Store, store)                                                                                  \
  X(Store8, store_8)                                                                               \
  X(Store32, store_32)                                                                             \
  X(Store64, store_64)                                                                             \
  X(CopyOut, copy_out)                                                                             \
  X(CopyIn, copy_in)                                                                               \
  X(MemCopy, mem_copy)                                                                             \
  X(Remember, remember)                                                                            \
  X(Rollback, rollback)                                                                            \
  X(MemSet, mem_set)                                                                               \
  X(Valid, valid)                                                                                  \
  X(Freeable, freeable)                                                                            \
  X(SizeOf, size_of)                                                                               \
  X(Alloc, alloc)                                                                                  \
  X(Free, free)                                                                                    \
  X(Forget, forget)                                                                                \
  X(Input, input)                                                                                  \
  X(Unknown, unknown)                                                                              \
  X(Undefine, undefine)                                                                            \
  X(Newborn, newborn)                                                                              \
  X(CheckDefined, check_defined)                                                                   \
  X(Output, output)                                                                                \
  X(Yield, yield)                                                                                  \
  X(Note, note)                                                                                    \
  X(Spawn, spawn)                                                                                  \
  X(EndThread, end_thread)
#define KL_VM_FRAME_OPS(X)                                                                         \
  X(Call, call)                                                                                    \
  X(Return, leave)

enum class OpCode : std::uint16_t {
#define KL_VM_ENUMERATE(operation, handler) operation,
  KL_VM_OPS(KL_VM_ENUMERATE) KL_VM_FRAME_OPS(KL_VM_ENUMERATE)
#undef KL_VM_ENUMERATE
      Stop, ///< the run is over
};

/// Where an operand is: see above.
using Slot = std::int32_t;

struct Insn {
  /// Twice the OpCode, plus one if the instruction is the first of a step.
  std::uint16_t op = 0;
  std::uint8_t width = 0; ///< of the type the operation works on
  std::uint8_t extra = 0;
  Slot dst = 0; ///< branches: where to go if true, relative to this instruction
  Slot a = 0;
  Slot b = 0;
  Slot c = 0; ///< branches: where to go if false

  OpCode code() const { return static_cast<OpCode>(op / 2); }
};

/// Insn::extra of a Block where no edge leaves the location: no step was begun.
inline constexpr std::uint8_t no_step = 255;

/// Which edge an instruction belongs to. Without one (a return), `edge` is `no_edge`.
struct InsnOrigin {
  static constexpr std::uint32_t no_edge = UINT32_MAX;
  std::uint32_t procedure = 0;
  std::uint32_t edge = no_edge;
};

struct CallSite {
  std::uint32_t callee = 0;
  std::uint32_t entry = 0; ///< first instruction of the callee
  std::uint32_t frame = 0; ///< slots of the caller's frame
  std::uint32_t need = 0;  ///< slots that the callee uses, with the arguments it passes on
  std::vector<std::pair<Slot, Slot>> results; ///< slot of the callee, slot of the caller; flags too
};

/// A location with several edges: each with the slot that says whether it is a candidate.
struct ChoiceSite {
  std::vector<std::pair<Slot, std::int32_t>> edges; ///< condition, where to go
};

/// Guards that compare one value with different constants.
struct SwitchSite {
  std::vector<std::pair<Integer, std::int32_t>> cases; ///< sorted by value
  std::int32_t otherwise = 0;
};

struct CopySite {
  VarId to;
  VarId from;
};

struct InputSite {
  Type type;
  std::string_view origin;
};

/// A variable as the machine sees it.
struct VariableSlot {
  Slot value = 0;
  Slot flag = 0; ///< 1 while the value is indeterminate; 0: never asked for
};

struct OutputSite {
  const Output* statement = nullptr;
  Slot format = 0;
  Slot destination = 0;
  Slot limit = 0;
  std::vector<Slot> arguments;
};

/// Insn::extra of a Note.
namespace noted {
inline constexpr std::uint8_t write = 1;
inline constexpr std::uint8_t bulk = 2;   ///< the length is in slot `b`
inline constexpr std::uint8_t object = 4; ///< all of it
} // namespace noted

/// A step that touches global variables or memory, in a program with threads.
struct YieldSite {
  std::vector<VarId> reads;
  std::vector<VarId> writes;
  bool switches = false; ///< a turn may end before it
  bool number = false;   ///< it looks at the number of the thread
};

struct ProcedureCode {
  std::uint32_t entry = 0; ///< first instruction
  std::uint32_t frame = 0; ///< slots without the outgoing arguments
  std::uint32_t need = 0;  ///< slots with them
};

/// A program made ready for one integer model.
struct Code {
  std::vector<Insn> insns;
  std::vector<InsnOrigin> places; ///< of each instruction
  std::vector<ProcedureCode> procedures;
  std::vector<VariableSlot> variables; ///< by VarId
  std::vector<Integer> globals;        ///< initial contents of the global area, first slot first
  std::vector<CallSite> calls;
  std::vector<ChoiceSite> choices;
  std::vector<SwitchSite> switches;
  std::vector<CopySite> copies;
  std::vector<InputSite> inputs;
  std::vector<OutputSite> outputs;
  std::vector<YieldSite> yields;
  std::vector<const Location*> markers; ///< locations that a TargetSelection may select
  std::vector<VarId> shadowed;          ///< see shadowed_regions
  bool wide = false;                    ///< slots hold integers of any size
  bool zero_uninitialised = false;      ///< see Reading
  bool threads = false;
};

} // namespace kleene::ir::vm
