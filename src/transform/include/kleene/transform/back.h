// SPDX-License-Identifier: Apache-2.0
// What every transformation returns: a program, and the way back to the one that it was made from.
//
// Transformations keep numbers. A procedure, location, edge or variable of the original has the same
// number in the new program, whatever became of it there, and what is new has numbers behind all of
// these. So the way back is short, and evidence about the new program becomes evidence about the
// original: formulas at its locations, values of its variables, inputs and steps of its executions.
#pragma once
#include "kleene/ir/interpreter.h"
#include "kleene/ir/program.h"

#include <optional>
#include <vector>

namespace kleene::transform {

class Back {
public:
  /// From a program that keeps the numbers of this one.
  explicit Back(const ir::Program& original);

  /// Nothing: it is new.
  std::optional<ir::ProcId> procedure(ir::ProcId p) const;
  std::optional<ir::LocId> location(ir::ProcId p, ir::LocId l) const;
  std::optional<std::size_t> edge(ir::ProcId p, std::size_t e) const;
  std::optional<VarId> variable(VarId v) const;

  std::size_t procedures() const { return shapes_.size(); }
  std::size_t variables() const { return variables_; }

  /// What is said about each procedure of the new program, without the new ones.
  template <class T>
  void drop_new_procedures(std::vector<T>& per_procedure) const {
    if (per_procedure.size() > procedures()) per_procedure.resize(procedures());
  }
  /// What is said about each location of a procedure, without the new ones.
  template <class T>
  void drop_new_locations(ir::ProcId p, std::vector<T>& per_location) const {
    std::size_t own = shapes_[p.index()].locations;
    if (per_location.size() > own) per_location.resize(own);
  }

  /// The same way as a composition: `first` leads from the program in the middle to the original.
  Back then(const Back& first) const;

private:
  Back() = default;
  struct Shape {
    std::size_t locations = 0;
    std::size_t edges = 0;
  };
  std::vector<Shape> shapes_; ///< of the original's procedures
  std::size_t variables_ = 0; ///< of the original
};

struct Transformed {
  ir::Program program;
  Back back;
};

/// Watches a run of the new program and hands on the steps that are the original's.
class OriginalSteps : public ir::Tracer {
public:
  OriginalSteps(const Transformed& transformed, ir::Tracer* next = nullptr)
      : transformed_(transformed), next_(next) {}

  void step(const Step& step) override;
  /// Edges of the original that were taken.
  std::uint64_t taken() const { return taken_; }

private:
  const Transformed& transformed_;
  ir::Tracer* next_;
  std::uint64_t taken_ = 0;
};

} // namespace kleene::transform
