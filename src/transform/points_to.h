// SPDX-License-Identifier: Apache-2.0
// Which objects each memory access of a program can touch. Insensitive to the order of statements, to
// contexts, and to the fields of an object; every integer may carry an address.
#pragma once
#include "kleene/ir/program.h"

#include <optional>
#include <vector>

#include "flow_graph.h"

namespace kleene::transform {

/// Where the value of a term may come from: a node, after arithmetic that keeps an alignment. An
/// invalid node: it carries no address.
struct Origin {
  FlowGraph::Node node;
  unsigned alignment = FlowGraph::max_alignment;
};

/// One access: the class of all objects it can touch, and what it says about their layout.
struct Access {
  FlowGraph::Class touches;
  Origin address;
  std::optional<Type> type;      ///< Load, Store
  unsigned length_alignment = 0; ///< otherwise: the length is a multiple of two to this
  bool bytewise = false;         ///< it writes bytes, not whole cells
};

class PointsTo {
public:
  explicit PointsTo(const ir::Program& program);

  /// The class that an access through this address touches. The address must occur in the program as
  /// one.
  FlowGraph::Class touched(Term address) const;
  FlowGraph::Class object(ObjectId id) const;
  FlowGraph::Class allocation(ir::ProcId procedure, std::size_t edge) const;
  /// What functions without body can reach, sorted.
  std::vector<FlowGraph::Class> external() const { return graph_.targets(external_); }

  const std::vector<Access>& accesses() const { return accesses_; }
  /// Classes between which bytes are copied.
  const std::vector<std::pair<FlowGraph::Class, FlowGraph::Class>>& copies() const {
    return copies_;
  }
  FlowGraph::Class representative(FlowGraph::Class c) const { return graph_.representative(c); }
  unsigned alignment(const Origin& origin) const;

private:
  struct TermInfo {
    bool known = false;
    Origin origin;
    std::uint8_t alignment = 0; ///< as an integer: a multiple of two to this
    FlowGraph::Class touches{}; ///< valid if it is dereferenced
  };

  void add_objects();
  void add_statement(ir::ProcId procedure, std::size_t edge);
  void add_havoc(const ir::Havoc& havoc);
  void add_call(const ir::Call& call);
  /// The origin of a term; adds the constraints of all its subterms.
  Origin visit(Term term);
  void visit_node(Term term);
  Origin origin_of(Term term);
  unsigned alignment_of(Term term) const;
  Origin join(std::vector<Origin> origins);
  void flow(Origin from, FlowGraph::Node to);
  FlowGraph::Class access(Term address, Access access);
  FlowGraph::Node variable(VarId id);
  TermInfo& info(Term term);

  const ir::Program& program_;
  FlowGraph graph_;
  FlowGraph::Node external_;
  std::vector<FlowGraph::Node> variables_;
  std::vector<FlowGraph::Class> objects_;                  ///< invalid for functions
  std::vector<std::vector<FlowGraph::Class>> allocations_; ///< by procedure and edge
  std::vector<TermInfo> terms_;                            ///< by id
  std::vector<Access> accesses_;
  std::vector<std::pair<FlowGraph::Class, FlowGraph::Class>> copies_;
};

} // namespace kleene::transform
