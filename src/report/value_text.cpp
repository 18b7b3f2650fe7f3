// SPDX-License-Identifier: Apache-2.0
#include "value_text.h"

#include "kleene/ir/floats.h"

#include <fmt/core.h>

#include <numeric>

namespace kleene::report {

/// Which variables hold addresses, and of how large elements: those through which memory is accessed, and whatever
/// they are copied from and to.
class ValueText::Uses {
public:
  explicit Uses(const ir::Program& program) : program_(program), parent_(program.variables.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t(0));
    for (const ir::Procedure& p : program.procedures)
      for (const ir::Edge& e : p.edges) {
        for (Term t : ir::evaluated_terms(e.statement))
          for_each_subterm(t, [&](Term s) { access(s); });
        std::visit([&](const auto& statement) { flow(statement); }, e.statement);
      }
  }

  std::map<VarId, std::uint64_t> pointers() {
    std::map<VarId, std::uint64_t> result;
    for (std::size_t v = 0; v < parent_.size(); ++v)
      if (auto found = sizes_.find(root(v)); found != sizes_.end())
        result[VarId(v)] = found->second == mixed ? 0 : found->second;
    return result;
  }

private:
  static constexpr std::uint64_t mixed = UINT64_MAX;

  std::size_t root(std::size_t v) {
    while (parent_[v] != v)
      v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void mark(VarId v, std::uint64_t size) {
    std::uint64_t& known = sizes_[root(v.index())];
    if (size != 0) known = known == 0 || known == size ? size : mixed;
  }
  void join(VarId a, VarId b) {
    std::size_t from = root(a.index());
    std::size_t to = root(b.index());
    if (from == to) return;
    parent_[from] = to;
    if (auto found = sizes_.find(from); found != sizes_.end()) {
      std::uint64_t size = found->second;
      sizes_.erase(found);
      mark(VarId(to), size);
    }
  }

  /// The variable that an address is made from, if it is one.
  std::optional<VarId> base(Term t) const {
    while (t.op() == Op::PtrAdd)
      t = t.arg(0);
    bool fits = t.op() == Op::Variable && t.type().is_machine()
                && t.type().width() == program_.pointer_width;
    return fits ? std::optional(t.variable()) : std::nullopt;
  }
  void access(Term t) {
    auto used = [&](std::size_t i, std::uint64_t size) {
      if (std::optional<VarId> v = base(t.arg(i))) mark(*v, size);
    };
    if (t.op() == Op::Load) used(1, t.type().bytes());
    if (t.op() == Op::Store) used(1, t.arg(2).type().bytes());
    if (t.op() == Op::MemCopy || t.op() == Op::MemSet) used(1, 0);
    if (t.op() == Op::MemCopy) used(3, 0);
    if (t.op() == Op::PtrAdd) used(0, 0);
    if (t.op() == Op::Valid || t.op() == Op::Writable || t.op() == Op::Freeable) used(1, 0);
  }

  void copy(VarId to, Term from) {
    if (from.op() == Op::Address) mark(to, 0);
    if (std::optional<VarId> v = base(from)) join(*v, to);
    if (from.op() == Op::Ite) {
      copy(to, from.arg(1));
      copy(to, from.arg(2));
    }
  }
  void flow(const ir::Assign& s) {
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      copy(s.targets[i], s.values[i]);
  }
  void flow(const ir::Call& s) {
    const ir::Procedure& callee = program_.procedure(s.callee);
    for (std::size_t i = 0; i < s.arguments.size(); ++i)
      copy(callee.parameters[i], s.arguments[i]);
    for (std::size_t i = 0; i < s.results.size(); ++i)
      join(callee.returns[i], s.results[i]);
  }
  void flow(const ir::Alloc& s) { mark(s.target, 0); }
  void flow(const auto&) {}

  const ir::Program& program_;
  std::vector<std::size_t> parent_;
  std::map<std::size_t, std::uint64_t> sizes_;
};

ValueText::ValueText(const ir::Program& program)
    : program_(program),
      floats_(ir::float_variables(program)),
      pointers_(Uses(program).pointers()) {}

std::string ValueText::operator()(VarId v, Integer value, const MemoryModel& memory) const {
  const ir::Variable& variable = program_.variable(v);
  if (is_float_pattern(variable.type) && floats_.contains(v))
    return float_text(variable.type, static_cast<std::uint64_t>(value));
  if (auto p = pointers_.find(v); p != pointers_.end() && variable.type.is_machine())
    return pointer(static_cast<std::uint64_t>(value), p->second, memory);
  return number(variable.type, value);
}

/// Signed bytes are characters in C; unsigned ones are often small numbers.
std::string ValueText::number(Type type, Integer value) {
  bool byte = type.is_machine() && type.width() == 8;
  if (!byte || value < 32 || value > 126) return to_string(value);
  std::string character =
      fmt::format("'{}{}'", value == '\'' || value == '\\' ? "\\" : "", static_cast<char>(value));
  return type.is_signed() ? character : fmt::format("{} {}", to_string(value), character);
}

std::string
ValueText::pointer(std::uint64_t address, std::uint64_t element, const MemoryModel& memory) const {
  if (address == 0) return "null";
  for (const ir::Object& o : program_.objects)
    if (o.kind == ir::ObjectKind::Function && o.address == address) return "&" + o.name;
  const LiveObject* o = memory.object_at(address);
  if (o == nullptr) return fmt::format("0x{:x}", address);
  std::uint64_t offset = address - o->base;
  if (o->fixed != nullptr && o->fixed->read_only && o->name.starts_with("string.")) {
    constexpr std::size_t longest = 24;
    std::string text =
        o->fixed->bytes.substr(std::min<std::size_t>(offset, o->fixed->bytes.size()));
    text = text.substr(0, text.find('\0'));
    return "\"" + text.substr(0, longest) + (text.size() > longest ? "..." : "") + "\"";
  }
  bool cells = element > 0 && element < o->size && offset % element == 0 && o->size % element == 0;
  if (cells) return fmt::format("&{}[{}]", o->name, offset / element);
  return offset == 0 ? "&" + o->name : fmt::format("&{}+{}", o->name, offset);
}

std::string ValueText::place(const MemoryWrite& write) const {
  const LiveObject& o = *write.object;
  std::uint64_t offset = write.address - o.base;
  std::uint64_t size = write.type.bytes();
  if (size == o.size) return o.name.find('#') == std::string::npos ? o.name : "*" + o.name;
  if (offset % size == 0 && o.size % size == 0) return fmt::format("{}[{}]", o.name, offset / size);
  return fmt::format("{}[+{}]", o.name, offset);
}

std::string ValueText::value(const MemoryWrite& write, const MemoryModel& memory) const {
  bool address = write.type.is_machine() && write.type.width() == program_.pointer_width
                 && memory.object_at(static_cast<std::uint64_t>(write.value)) != nullptr;
  return address ? pointer(static_cast<std::uint64_t>(write.value), 0, memory)
                 : number(write.type, write.value);
}

} // namespace kleene::report
