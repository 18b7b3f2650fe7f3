// SPDX-License-Identifier: Apache-2.0
#include "value_text.h"

#include "kleene/ir/floats.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
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
      pointers_(Uses(program).pointers()) {
  find_addressed();
}

void ValueText::find_addressed() {
  auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::set<std::pair<FileId, std::uint32_t>> lines;
  for (const ir::Procedure& p : program_.procedures)
    for (const ir::Edge& e : p.edges)
      if (e.range.known()) lines.emplace(e.range.file, e.range.begin.line);
  for (auto [file, number] : lines) {
    auto line = program_.files.line(file, number);
    if (!line) continue;
    for (std::size_t i = line->find('&'); i < line->size(); i = line->find('&', i + 1)) {
      std::size_t before = i == 0 ? 0 : line->find_last_not_of(' ', i - 1);
      bool binary =
          i > 0 && before != std::string_view::npos
          && (is_part((*line)[before]) || (*line)[before] == ')' || (*line)[before] == '&');
      std::size_t end = i + 1;
      while (end < line->size() && is_part((*line)[end]))
        ++end;
      bool whole = end == line->size()
                   || std::string_view("[.-").find((*line)[end]) == std::string_view::npos;
      if (!binary && whole && end > i + 1) addressed_.emplace(line->substr(i + 1, end - i - 1));
    }
  }
}

bool ValueText::addresses_whole(const std::string& name) const {
  return addressed_.contains(name);
}

std::string decimal(Type type, std::uint64_t pattern) {
  std::string sign = float_number(type, pattern) < 0 ? "-" : "";
  double number = float_number(type, pattern);
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return sign + "inf";
  return type.width() == 32 ? fmt::format("{}", static_cast<float>(number))
                            : fmt::format("{}", number);
}

std::string exact_and_decimal(Type type, std::uint64_t pattern) {
  constexpr double small = 1e6;
  double number = float_number(type, pattern);
  bool plain = !std::isfinite(number) || (std::trunc(number) == number && std::abs(number) < small);
  return plain ? decimal(type, pattern) : float_text(type, pattern);
}

std::string ValueText::operator()(VarId v, Integer value, const MemoryModel& memory) const {
  const ir::Variable& variable = program_.variable(v);
  if (is_float_pattern(variable.type) && floats_.contains(v))
    return exact_and_decimal(variable.type, static_cast<std::uint64_t>(value));
  if (auto p = pointers_.find(v); p != pointers_.end() && variable.type.is_machine())
    return pointer(static_cast<std::uint64_t>(value), p->second, memory);
  return number(variable.type, value);
}

/// Signed bytes are characters in C; unsigned ones are often small numbers.
std::string ValueText::number(Type type, Integer value) {
  bool byte = type.is_machine() && type.width() == 8;
  if (byte && value == '\n') return R"(10 '\n')";
  if (byte && value == '\t') return R"(9 '\t')";
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
  if (o == nullptr) {
    o = memory.gone_at(address);
    if (o == nullptr) return fmt::format("0x{:x}", address);
    const char* why = o->name.find('#') == std::string::npos ? "out of scope" : "freed";
    std::string offset = address == o->base ? "" : fmt::format("+{}", address - o->base);
    return fmt::format("&{}{} ({})", o->name, offset, why);
  }
  std::uint64_t offset = address - o->base;
  if (o->fixed != nullptr && o->fixed->read_only && o->name.starts_with("string.")) {
    constexpr std::size_t longest = 24;
    std::string text =
        o->fixed->bytes.substr(std::min<std::size_t>(offset, o->fixed->bytes.size()));
    text = text.substr(0, text.find('\0'));
    return "\"" + text.substr(0, longest) + (text.size() > longest ? "..." : "") + "\"";
  }
  bool cells = element > 0 && element < o->size && offset % element == 0 && o->size % element == 0;
  if (offset == 0 && addresses_whole(o->name)) return "&" + o->name;
  if (cells) return fmt::format("&{}[{}]", o->name, offset / element);
  return offset == 0 ? "&" + o->name : fmt::format("&{}+{}", o->name, offset);
}

/// The text on the left of an assignment, its operator left out; empty if there is none or more than one.
static std::string_view assigned_place(std::string_view text) {
  auto equals = [&](std::size_t i) {
    return text[i] == '=' && (i + 1 == text.size() || text[i + 1] != '=')
           && (i == 0 || std::string_view("=!<>").find(text[i - 1]) == text.npos);
  };
  int brackets = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (text[end] == '[') ++brackets;
    if (text[end] == ']') --brackets;
    bool steps = text.substr(end, 2) == "++" || text.substr(end, 2) == "--";
    if (end > 0 && brackets == 0 && (equals(end) || steps)) break;
  }
  if (end == text.size()) return {};
  for (std::size_t i = end + 1; i + 1 < text.size(); ++i)
    if (equals(i)) return {}; // which of the assignments it is cannot be told
  std::string_view target = text.substr(0, end);
  while (!target.empty() && std::string_view(" +-*/%&|^<>").find(target.back()) != target.npos)
    target.remove_suffix(1);
  return target;
}

/// The members that an assignment names behind the object: `next` of `n->next = h`, `in.x` of `p->in.x++`, `data` of
/// `r->data[i] = 0`, where `indexed`; empty if the text has another form.
static std::string members_assigned(std::string_view text, bool indexed) {
  std::string_view target = assigned_place(text);
  bool brackets = !target.empty() && target.back() == ']';
  if (brackets != indexed) return {};
  int open = 0;
  while (brackets && !target.empty()) {
    open += target.back() == ']' ? 1 : target.back() == '[' ? -1 : 0;
    target.remove_suffix(1);
    if (open == 0) break;
  }
  std::size_t arrow = target.rfind("->");
  std::size_t dot = target.find('.');
  std::size_t begin = arrow != target.npos ? arrow + 2
                      : dot != target.npos ? dot + 1
                                           : target.size();
  std::string_view members = target.substr(begin);
  auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  bool other = target.find_first_of("[+") != target.npos;
  return other || !std::ranges::all_of(members, is_name) ? std::string() : std::string(members);
}

std::string ValueText::place(const MemoryWrite& write, const SourceRange& range) const {
  const LiveObject& o = *write.object;
  bool one_line = range.known() && range.begin.line == range.end.line;
  if (auto line = one_line ? program_.files.line(range.file, range.begin.line) : std::nullopt;
      line && range.end.column >= range.begin.column && range.begin.column <= line->size()) {
    std::string members = members_assigned(
        line->substr(range.begin.column - 1, range.end.column - range.begin.column),
        write.index.has_value());
    if (!members.empty() && write.index) members += fmt::format("[{}]", *write.index);
    std::uint64_t offset = write.address - write.member - o.base; // of the structure in the object
    if (!members.empty() && offset < o.size)
      return offset == 0 ? o.name + "." + members
                         : fmt::format("{}[+{}].{}", o.name, offset, members);
  }
  std::uint64_t offset = write.address - o.base;
  std::uint64_t size = write.type.bytes();
  if (size == o.size) return o.name.find('#') == std::string::npos ? o.name : "*" + o.name;
  if (offset % size == 0 && o.size % size == 0) return fmt::format("{}[{}]", o.name, offset / size);
  return fmt::format("{}[+{}]", o.name, offset);
}

std::string ValueText::value(const MemoryWrite& write, const MemoryModel& memory) const {
  auto number_written = static_cast<std::uint64_t>(write.value);
  Term from = write.written;
  bool known = !from.null() && from.op() == Op::Variable && pointers_.contains(from.variable());
  bool address = write.type.is_machine() && write.type.width() == program_.pointer_width
                 && (known || memory.object_at(number_written) != nullptr);
  return address ? pointer(number_written, 0, memory) : number(write.type, write.value);
}

std::pair<std::string, std::string> ValueText::span(const MemoryWrite& write,
                                                    const MemoryModel& memory) const {
  const LiveObject& o = *write.object;
  std::uint64_t offset = write.address - o.base;
  std::string name = write.length == o.size
                         ? (o.name.find('#') == std::string::npos ? "" : "*") + o.name
                         : fmt::format("{}[+{}..+{}]", o.name, offset, offset + write.length - 1);
  if (!write.from) return {name, fmt::format("all bytes {}", to_string(write.value & 0xff))};
  std::string source = pointer(*write.from, 0, memory);
  return {name, "copied from " + source.substr(source.starts_with('&') ? 1 : 0)};
}

} // namespace kleene::report
