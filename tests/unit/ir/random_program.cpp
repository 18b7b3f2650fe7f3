// SPDX-License-Identifier: Apache-2.0
#include "random_program.h"

#include <algorithm>
#include <array>

namespace kleene::ir {
namespace {

constexpr Type i32 = Type::machine(32, true);

/// The addresses of objects start here and are this far apart.
constexpr std::uint64_t first_object = 0x1000;
constexpr std::uint64_t object_spacing = 0x40;

const std::vector<std::string>& odd_texts() {
  static const std::vector<std::string> texts{"x",
                                              "true",
                                              "load",
                                              "exit",
                                              "i32",
                                              "two words",
                                              "a.1",
                                              "main::x",
                                              "quote\"s`",
                                              "back\\slash",
                                              "line\nbreak\ttab",
                                              std::string("nul\0byte", 8),
                                              "caf\xc3\xa9",
                                              "\xff\xfe",
                                              "7up",
                                              ":=",
                                              "L007",
                                              "L99999999999999999999999"};
  return texts;
}

class Generator {
public:
  explicit Generator(std::uint32_t seed) : rng_(seed) {}

  Program run() {
    program_.pointer_width = pick({16U, 32U, 64U});
    program_.first_free_address = pick({0x8000U, 0xffffU});
    for (std::size_t i = below(3); i > 0; --i)
      program_.files.add(odd_text() + std::to_string(i), "");
    add_globals();
    for (std::size_t i = 0, n = 1 + below(3); i < n; ++i)
      declare_procedure();
    add_objects();
    for (VarId id : program_.globals)
      set_initial(id);
    for (std::size_t i = 0; i < program_.procedures.size(); ++i)
      fill(ProcId(i));
    program_.entry = ProcId(below(program_.procedures.size()));
    for (std::size_t i = below(3); i > 0; --i)
      program_.missing_bodies.insert(odd_text());
    return std::move(program_);
  }

private:
  // Choices

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : rng_() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  T pick(std::initializer_list<T> items) {
    return items.begin()[below(items.size())];
  }
  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }
  std::string odd_text() { return pick(odd_texts()); }
  std::string maybe_text() { return chance(50) ? odd_text() : ""; }

  SourceRange range() {
    SourceRange r;
    if (program_.files.size() == 0 || chance(50)) return r;
    r.file = FileId(below(program_.files.size()));
    r.begin = {static_cast<std::uint32_t>(below(100)), static_cast<std::uint32_t>(below(100))};
    if (chance(50)) r.end = {r.begin.line + 1, static_cast<std::uint32_t>(below(100))};
    return r;
  }

  Type integer_type() {
    return pick({i32,
                 Type::integer(),
                 Type::machine(8, false),
                 Type::machine(64, true),
                 Type::machine(static_cast<unsigned>(1 + below(64)), chance(50)),
                 program_.pointer_type()});
  }
  Type scalar_type() { return chance(25) ? Type::boolean() : integer_type(); }
  Type bytes_type() { return Type::machine(static_cast<unsigned>(8 * (1 + below(8))), chance(50)); }

  // Declarations

  VarId add(Type type, ProcId owner) {
    Variable v{.name = program_.fresh_name(odd_text()), .type = type, .owner = owner};
    v.display = maybe_text();
    v.temporary = chance(20);
    v.range = range();
    if (type.is_memory() && chance(50)) v.cell = bytes_type();
    return program_.add_variable(std::move(v));
  }

  void add_globals() {
    regions_ = {add(Type::memory(), ProcId()), add(Type::memory(), ProcId())};
    program_.allocation = add(Type::allocation(), ProcId());
    add(program_.pointer_type(), ProcId());
    for (std::size_t i = below(5); i > 0; --i)
      add(scalar_type(), ProcId());
  }

  void set_initial(VarId id) {
    Variable& v = program_.variable(id);
    bool scalar = v.type.is_bool() || v.type.is_integer();
    if (!scalar || chance(30)) return;
    bool address = v.type == program_.pointer_type() && chance(50);
    v.initial = address ? program_.terms->address(object(), v.type) : constant(v.type);
  }

  void declare_procedure() {
    ProcId id = program_.add_procedure({});
    program_.procedure(id).name = "f" + std::to_string(id.index()) + odd_text();
    program_.procedure(id).library = chance(30);
    program_.procedure(id).range = range();
    for (std::size_t i = below(6); i > 0; --i) {
      VarId variable = add(scalar_type(), id);
      Procedure& p = program_.procedure(id);
      pick({&p.parameters, &p.returns, &p.locals})->push_back(variable);
    }
  }

  void add_objects() {
    for (std::size_t i = 0, n = 1 + below(4); i < n; ++i) {
      Object o{.name = "o" + std::to_string(i) + odd_text()};
      o.address = first_object + i * object_spacing;
      o.range = range();
      if (chance(30)) {
        o.kind = ObjectKind::Function;
        o.size = below(3);
        if (chance(50)) o.procedure = ProcId(below(program_.procedures.size()));
      } else {
        o.region = pick(regions_);
        o.read_only = chance(30);
        o.size = below(object_spacing);
        o.bytes = std::string(below(o.size + 1), '\0');
        std::ranges::generate(o.bytes, [&] { return static_cast<char>(below(256)); });
        if (chance(30)) o.bytes = odd_text() + '\0';
        o.size = std::max<std::uint64_t>(o.size, o.bytes.size());
      }
      program_.add_object(std::move(o));
    }
    for (Object& o : program_.objects)
      add_pointer(o);
  }

  void add_pointer(Object& o) {
    std::size_t width = program_.pointer_width / 8;
    if (o.kind == ObjectKind::Function || o.size < width || chance(50)) return;
    Object::Pointer p{below(o.size - width + 1), object(), pick({0, 4, -8})};
    std::uint64_t number = program_.object(p.object).address + static_cast<std::uint64_t>(p.addend);
    o.bytes.resize(std::max<std::size_t>(o.bytes.size(), p.offset + width), '\0');
    for (std::size_t i = 0; i < width; ++i)
      o.bytes[p.offset + i] = static_cast<char>(number >> (8 * i));
    o.pointers.push_back(p);
  }

  ObjectId object() {
    std::size_t count = program_.objects.size();
    return ObjectId(below(count));
  }

  // Procedures

  void fill(ProcId id) {
    current_ = id;
    Procedure& p = program_.procedure(id);
    std::size_t count = 1 + below(8);
    for (std::size_t i = 0; i < count; ++i)
      p.add_location();
    std::vector<std::string> names = odd_texts();
    std::ranges::shuffle(names, rng_);
    for (std::size_t i = 0; i < count; ++i)
      decorate(p.locations[i], names[i]);
    p.entry = LocId(below(count));
    p.exit = LocId(below(count));
    for (std::size_t i = below(12); i > 0; --i) {
      LocId from(below(count));
      if (from != p.exit) p.add_edge(from, LocId(below(count)), statement(), range());
    }
  }

  void decorate(Location& l, const std::string& name) {
    if (chance(40)) l.name = name;
    l.interior = chance(10);
    for (std::size_t i = chance(20) ? 1 + below(2) : 0; i > 0; --i)
      l.labels.push_back(odd_text());
    if (chance(10))
      l.target = Target{TargetKind::Assertion, ""};
    else if (chance(10))
      l.target = Target{TargetKind::Call, odd_text()};
  }

  /// A random variable in scope with a property; invalid if there is none.
  template <class F>
  VarId variable(F has_property) {
    std::vector<VarId> candidates;
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      const Variable& v = program_.variables[i];
      bool in_scope = !v.owner.valid() || v.owner == current_;
      if (in_scope && has_property(v.type)) candidates.push_back(VarId(i));
    }
    return candidates.empty() ? VarId() : pick(candidates);
  }
  VarId variable_of(Type type) {
    return variable([&](Type t) { return t == type; });
  }
  VarId scalar_variable() {
    return variable([](Type t) { return t.is_bool() || t.is_integer(); });
  }

  Statement statement() {
    switch (below(12)) {
    case 0:
      return Skip{};
    case 1:
      return assignment();
    case 2:
      return Assume{term(Type::boolean(), 4), static_cast<AssumeKind>(below(8))};
    case 3:
      return havoc();
    case 4:
      return call();
    case 5:
      return Alloc{variable_of(program_.pointer_type()),
                   pointer(3),
                   pick({Storage::Heap, Storage::Stack}),
                   chance(50),
                   pick({1U, 16U, 64U}),
                   pick(regions_),
                   maybe_text()};
    case 6:
      return Free{pointer(3)};
    case 7:
      return Forget{pick(regions_), pointer(2), pointer(2)};
    case 8:
      return output();
    case 9: {
      auto called = std::get<Call>(call());
      return Spawn{called.callee, std::move(called.arguments)};
    }
    case 10:
      return EndThread{};
    default:
      break;
    }
    HaltKind kind = pick({HaltKind::Exit, HaltKind::Abort, HaltKind::AssertionFailure});
    return Halt{kind, kind == HaltKind::Exit ? term(integer_type(), 2) : Term()};
  }

  Statement assignment() {
    Assign s;
    for (std::size_t i = 1 + below(3); i > 0; --i) {
      VarId target = chance(30) ? pick(regions_) : scalar_variable();
      if (std::ranges::find(s.targets, target) != s.targets.end()) continue;
      s.targets.push_back(target);
      Type type = program_.variable(target).type;
      s.values.push_back(type.is_memory() ? memory(target, 3) : term(type, 4));
    }
    return s;
  }

  Statement havoc() {
    Havoc s{.choice = pick({Choice::Input, Choice::Unknown}), .origin = maybe_text()};
    for (std::size_t i = below(3); i > 0; --i) {
      bool region = s.choice == Choice::Unknown && chance(30);
      VarId id = region ? pick(regions_) : scalar_variable();
      if (std::ranges::find(s.variables, id) == s.variables.end()) s.variables.push_back(id);
    }
    for (std::size_t i = below(3); i > 0; --i)
      s.escaping.push_back(term(scalar_type(), 2));
    return s;
  }

  Statement call() {
    Call s{.callee = ProcId(below(program_.procedures.size()))};
    const Procedure& callee = program_.procedure(s.callee);
    for (VarId parameter : callee.parameters)
      s.arguments.push_back(term(program_.variable(parameter).type, 3));
    for (VarId result : callee.returns) {
      VarId id = variable_of(program_.variable(result).type);
      if (id.valid() && std::ranges::find(s.results, id) == s.results.end())
        s.results.push_back(id);
    }
    if (s.results.size() != callee.returns.size()) s.results.clear();
    return s;
  }

  Statement output() {
    Output s{.channel = pick({Channel::Stdout, Channel::Stderr, Channel::Memory}),
             .format = pointer(2)};
    for (std::size_t i = below(3); i > 0; --i)
      s.arguments.push_back(term(integer_type(), 3));
    if (s.channel == Channel::Memory) {
      s.destination = pointer(2);
      s.region = pick(regions_);
      if (chance(50)) s.limit = pointer(2);
    }
    if (chance(50)) s.result = variable_of(program_.pointer_type());
    return s;
  }

  // Terms

  Term constant(Type type) {
    auto random = static_cast<Integer>(rng_()) << 32 | static_cast<Integer>(rng_());
    Integer value =
        pick({Integer(0), Integer(1), Integer(-1), random, random << 64, -random << 64});
    return program_.terms->constant(type, value);
  }

  Term leaf(Type type) {
    VarId id = variable_of(type);
    return id.valid() && chance(60) ? program_.var(id) : constant(type);
  }

  Term pointer(unsigned depth) { return term(program_.pointer_type(), depth); }
  Term table() { return program_.var(program_.allocation); }

  Term term(Type type, unsigned depth) {
    if (depth == 0) return leaf(type);
    return type.is_bool() ? truth(depth - 1) : number(type, depth - 1);
  }

  Term truth(unsigned depth) {
    TermManager& terms = *program_.terms;
    Type boolean = Type::boolean();
    Type type = integer_type();
    switch (below(10)) {
    case 0:
      return terms.negate(term(boolean, depth));
    case 1:
    case 2: {
      std::vector<Term> args;
      for (std::size_t i = 2 + below(3); i > 0; --i)
        args.push_back(term(boolean, depth));
      return chance(50) ? terms.conj(args) : terms.disj(args);
    }
    case 3: {
      Type any = scalar_type();
      return terms.eq(term(any, depth), term(any, depth));
    }
    case 4:
      return terms.lt(term(type, depth), term(type, depth));
    case 5:
      return terms.le(term(type, depth), term(type, depth));
    case 6:
      return terms.ite(term(boolean, depth), term(boolean, depth), term(boolean, depth));
    case 7:
      return chance(50) ? terms.valid(table(), pointer(depth), pointer(depth))
                        : terms.writable(table(), pointer(depth), pointer(depth));
    case 8:
      return terms.freeable(table(), pointer(depth));
    default:
      return leaf(boolean);
    }
  }

  Term number(Type type, unsigned depth) {
    TermManager& terms = *program_.terms;
    switch (below(10)) {
    case 0:
      return terms.unary(pick({Op::Neg, Op::BitNot}), term(type, depth));
    case 1:
    case 2:
    case 3:
      return terms.binary(
          pick({Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::BitAnd, Op::BitOr, Op::BitXor}),
          term(type, depth),
          term(type, depth));
    case 4: {
      Type amount = chance(50) ? type : integer_type();
      return terms.binary(pick({Op::Shl, Op::Shr}), term(type, depth), term(amount, depth));
    }
    case 5:
      return terms.cast(type, term(scalar_type(), depth));
    case 6:
      return terms.ite(term(Type::boolean(), depth), term(type, depth), term(type, depth));
    case 7:
      if (!type.is_machine() || type.width() % 8 != 0) return leaf(type);
      return terms.load(type, program_.var(pick(regions_)), pointer(depth));
    case 8:
      return type == program_.pointer_type() ? address(depth) : leaf(type);
    default:
      return leaf(type);
    }
  }

  Term address(unsigned depth) {
    TermManager& terms = *program_.terms;
    switch (below(3)) {
    case 0:
      return terms.address(object(), program_.pointer_type());
    case 1:
      return terms.binary(Op::PtrAdd, pointer(depth), pointer(depth));
    default:
      return terms.size_of(program_.pointer_type(), table(), pointer(depth));
    }
  }

  /// Some changes of a memory variable, at least one.
  Term memory(VarId id, unsigned depth) {
    TermManager& terms = *program_.terms;
    Term before = depth == 0 || chance(50) ? program_.var(id) : memory(id, depth - 1);
    switch (below(3)) {
    case 0:
      return terms.store(before, pointer(depth), term(bytes_type(), depth));
    case 1:
      return terms.mem_copy(
          before, pointer(depth), program_.var(pick(regions_)), pointer(depth), pointer(depth));
    default:
      return terms.mem_set(
          before, pointer(depth), term(Type::machine(8, false), depth), pointer(depth));
    }
  }

  Program program_;
  std::mt19937 rng_;
  std::vector<VarId> regions_;
  ProcId current_;
};

} // namespace

Program random_program(std::uint32_t seed) {
  return Generator(seed).run();
}

} // namespace kleene::ir
