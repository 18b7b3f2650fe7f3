// SPDX-License-Identifier: Apache-2.0
// Constraints of a points-to analysis and their least solution: which values may carry the address of
// which objects.
//
// A node stands for a set of values (those of a variable, the contents of an object); flows are
// inclusions between them, as in Andersen's analysis. All objects that one dereferenced node can point
// to are unified, as in Steensgaard's: they end in one region anyhow, and it keeps the cost near
// linear, because a dereferenced node points to exactly one class of objects.
//
// Beside the inclusions, each flow carries the alignment it keeps: the addresses in a node lie at
// multiples of 2^alignment from the start of their object.
#pragma once
#include "kleene/support/ids.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace kleene::transform {

class FlowGraph {
public:
  struct NodeTag;
  struct ClassTag;
  using Node = Id<NodeTag>;
  using Class = Id<ClassTag>; ///< of objects; stays valid as a name when classes are unified

  static constexpr unsigned max_alignment = 4;

  Node add_node();
  /// A new object, in a class of its own.
  Class add_object();
  /// The node that stands for what the objects of a class contain.
  Node contents(Class objects) const;
  void add_target(Node node, Class object);
  void add_flow(Node from, Node to, unsigned alignment = max_alignment);
  /// What the node points to is accessed: the class of all of it.
  Class dereference(Node node);
  /// Whoever holds these values reads and writes everything they lead to, with any arithmetic.
  void make_external(Node node);

  /// Call once, after all constraints.
  void solve();

  /// After solve(): the name of the class, equal for unified ones.
  Class representative(Class objects) const;
  std::vector<Class> targets(Node node) const;
  unsigned alignment(Node node) const;

private:
  using Index = std::uint32_t;
  static constexpr Index none = UINT32_MAX;

  struct NodeData {
    std::vector<Index> targets; ///< sorted; names of classes, several may name one
    std::vector<Index> delta;   ///< those that the successors have not seen
    std::vector<Index> successors;
    Index pointee = none; ///< if dereferenced: the class of every target
    bool external = false;
    bool queued = false;
  };
  struct Flow {
    Node from;
    Node to;
    unsigned alignment;
  };

  Index find_node(Index node) const;
  Index find_class(Index objects) const;
  void add_targets(Index node, std::vector<Index> added);
  void unify_targets(Index node);
  void enqueue(Index node);
  void unify(Index a, Index b);
  void merge(Index a, Index b);
  void propagate(Index node);
  void collapse_cycles();
  void solve_alignments();

  std::vector<NodeData> nodes_;
  mutable std::vector<Index> node_parents_;
  std::vector<Index> contents_; ///< by class: a node
  mutable std::vector<Index> class_parents_;
  std::vector<Index> queue_;
  std::vector<std::pair<Index, Index>> unifications_; ///< classes still to be unified
  std::vector<std::pair<Index, Index>> merges_;       ///< nodes still to be merged
  std::vector<Flow> flows_;
  std::vector<std::uint8_t> alignments_;
};

} // namespace kleene::transform
