// SPDX-License-Identifier: Apache-2.0
// Reads programs in two passes over the tokens: the first declares what has a name and skips
// initial values and bodies, the second reads those, so that the order of declarations is free.
#include "kleene/ir/text.h"

#include <fmt/core.h>

#include "text_location.h"
#include "text_statement.h"

namespace kleene::ir {
namespace {

template <class Id>
using Table = std::map<std::string, Id, std::less<>>;
using Names = Table<VarId>;

template <class Id>
std::optional<Id> find(const Table<Id>& table, const std::string& name) {
  auto found = table.find(name);
  if (found == table.end()) return std::nullopt;
  return found->second;
}

class ProgramParser {
public:
  explicit ProgramParser(const std::vector<Token>& tokens) : cursor_(tokens) {
    scope_.program = &program_;
    scope_.variable = [this](const std::string& name) { return find_variable(name); };
    scope_.object = [this](const std::string& name) { return find(objects_, name); };
    scope_.procedure = [this](const std::string& name) { return find(procedures_, name); };
  }

  Program run() {
    while (cursor_.peek().kind != TokenKind::End)
      item();
    for (const Deferred& d : deferred_) {
      cursor_.seek(d.position);
      d.read();
    }
    if (!program_.entry.valid() && !program_.procedures.empty())
      program_.entry = program_.find_procedure("main").value_or(ProcId(0));
    return std::move(program_);
  }

private:
  /// A part that is read in the second pass.
  struct Deferred {
    std::size_t position;
    std::function<void()> read;
  };

  void item() {
    if (cursor_.accept_word("global")) return globals();
    if (cursor_.accept_word("proc")) return procedure({});
    if (cursor_.accept_word("object")) return object(ObjectKind::Data);
    if (cursor_.accept_word("function")) return object(ObjectKind::Function);
    if (cursor_.accept_word("library")) {
      cursor_.expect_word("proc");
      return procedure({.library = true});
    }
    if (cursor_.accept_word("unknown")) {
      cursor_.expect_word("proc");
      return procedure({.library = true, .unknown = true});
    }
    if (cursor_.accept_word("file")) {
      file();
    } else if (cursor_.accept_word("pointer_width")) {
      pointer_width();
    } else if (cursor_.accept_word("first_free")) {
      program_.first_free_address = parse_number(cursor_, "an address");
    } else if (cursor_.accept_word("uninitialised")) {
      cursor_.expect_word("free");
      program_.free_uninitialised = true;
    } else if (cursor_.accept_word("entry")) {
      defer([this] { program_.entry = procedure_name(); });
      cursor_.expect_name("a procedure");
    } else if (cursor_.accept_word("threads")) {
      do {
        defer([this] { program_.threads.push_back(procedure_name()); });
        cursor_.expect_name("a procedure");
      } while (cursor_.accept_symbol(","));
    } else if (cursor_.accept_word("atomic")) {
      defer([this] { program_.atomic = atomic_flag(); });
      cursor_.expect_name("a global variable");
    } else if (cursor_.accept_word("missing")) {
      do {
        program_.missing_bodies.insert(cursor_.expect_name("the name of a function").text);
      } while (cursor_.accept_symbol(","));
    } else if (cursor_.accept_word("assumption")) {
      std::string name = cursor_.expect_string("the name of an assumption in quotes").text;
      std::string text = cursor_.expect_string("the text of an assumption in quotes").text;
      program_.add_assumption(name, text);
    } else {
      cursor_.fail_expected(
          "a declaration (global, object, function, proc, library proc, unknown proc, entry, "
          "threads, atomic, missing, assumption, file, pointer_width, first_free or "
          "uninitialised)");
    }
    cursor_.expect_symbol(";");
  }

  void defer(std::function<void()> read) {
    deferred_.push_back({cursor_.position(), std::move(read)});
  }

  void file() {
    const Token& name = cursor_.expect_string("the name of a file in quotes");
    std::size_t before = program_.files.size();
    program_.files.add(name.text, "");
    if (program_.files.size() == before) fail(name, "this file is declared twice");
  }

  void pointer_width() {
    const Token& token = cursor_.peek();
    std::uint64_t width = parse_number(cursor_, "the width of pointers in bits");
    if (width == 0 || width > 64 || width % 8 != 0)
      fail(token, "pointers should have 8, 16, …, 64 bits");
    program_.pointer_width = static_cast<unsigned>(width);
  }

  ProcId procedure_name() {
    const Token& name = cursor_.expect_name("a procedure");
    std::optional<ProcId> id = find(procedures_, name.text);
    if (!id) fail(name, fmt::format("there is no procedure {}", name.text));
    return *id;
  }

  VarId atomic_flag() {
    const Token& name = cursor_.expect_name("a global variable");
    std::optional<VarId> id = find(globals_, name.text);
    if (!id) fail(name, fmt::format("there is no global variable {}", name.text));
    return *id;
  }

  // Variables

  std::optional<VarId> find_variable(const std::string& name) const {
    std::optional<VarId> local;
    if (locals_ != nullptr) local = find(*locals_, name);
    return local ? local : find(globals_, name);
  }

  /// Declares the names before a colon with the type and the attributes after it.
  std::vector<VarId> declare(Names& names, ProcId owner) {
    std::vector<const Token*> tokens;
    do {
      tokens.push_back(&cursor_.expect_name("the name of a variable"));
    } while (cursor_.accept_symbol(","));
    cursor_.expect_symbol(":");
    Variable variable{.type = parse_type_word(cursor_), .owner = owner};
    std::optional<std::size_t> initial;
    if (!owner.valid()) initial = initial_value(variable.type);
    attributes(variable);
    std::vector<VarId> ids;
    for (const Token* token : tokens) {
      Variable one = variable;
      one.name = program_.fresh_name(token->text);
      if (one.display.empty()) one.display = token->text;
      ids.push_back(program_.add_variable(std::move(one)));
      if (!names.emplace(token->text, ids.back()).second)
        fail(*token, fmt::format("{} is declared twice", token->text));
    }
    if (initial) set_initial(ids, *initial);
    return ids;
  }

  /// Where the initial value stands, if there is one; steps over it.
  std::optional<std::size_t> initial_value(Type type) {
    if (!type.is_bool() && !type.is_integer()) return std::nullopt;
    if (!cursor_.at_symbol("=")) cursor_.fail_expected("'= value', or '= ?' for any value");
    cursor_.next();
    if (cursor_.accept_symbol("?")) return std::nullopt;
    std::size_t position = cursor_.position();
    parse_expression(cursor_);
    return position;
  }

  void set_initial(const std::vector<VarId>& ids, std::size_t position) {
    deferred_.push_back({position, [this, ids] {
                           Type type = program_.variable(ids[0]).type;
                           Term value = elaborate(parse_expression(cursor_), scope_, {type});
                           for (VarId id : ids)
                             program_.variable(id).initial = value;
                         }});
  }

  void attributes(Variable& variable) {
    if (cursor_.accept_word("cell")) variable.cell = parse_type_word(cursor_);
    if (cursor_.accept_word("display"))
      variable.display = cursor_.expect_string("the name to display in quotes").text;
    if (cursor_.accept_word("heap"))
      variable.heap_offset = parse_number(cursor_, "an offset in bytes");
    variable.temporary = cursor_.accept_word("temporary");
    variable.range = parse_range(cursor_, program_.files);
  }

  void globals() {
    const Token& first = cursor_.peek();
    for (VarId id : declare(globals_, ProcId())) {
      if (program_.variable(id).type != Type::allocation()) continue;
      if (program_.allocation.valid()) fail(first, "there should be one allocation table only");
      program_.allocation = id;
    }
    cursor_.expect_symbol(";");
  }

  // Objects

  void object(ObjectKind kind) {
    const Token& name = cursor_.expect_name("the name of an object");
    ObjectId id = program_.add_object({.name = name.text, .kind = kind});
    if (!objects_.emplace(name.text, id).second)
      fail(name, fmt::format("the object {} is declared twice", name.text));
    defer([this, id] { object_attributes(program_.objects[id.index()]); });
    while (!cursor_.at_symbol(";") && cursor_.peek().kind != TokenKind::End
           && cursor_.peek().kind != TokenKind::Bad)
      cursor_.next();
    cursor_.expect_symbol(";");
  }

  void object_attributes(Object& object) {
    bool data = object.kind == ObjectKind::Data;
    cursor_.expect_word("at");
    object.address = parse_number(cursor_, "an address");
    std::optional<std::uint64_t> size;
    if (cursor_.accept_word("size")) size = parse_number(cursor_, "a size");
    if (data) {
      cursor_.expect_word("in");
      object.region = region();
      object.read_only = cursor_.accept_word("readonly");
      contents(object);
      if (cursor_.accept_word("pointers")) pointers(object);
    } else if (cursor_.accept_word("body")) {
      object.procedure = procedure_name();
    }
    object.size = size.value_or(data ? object.bytes.size() : 1);
    object.range = parse_range(cursor_, program_.files);
    cursor_.expect_symbol(";");
  }

  VarId region() {
    const Token& name = cursor_.expect_name("a variable of type memory");
    std::optional<VarId> id = find_variable(name.text);
    if (!id || !program_.variable(*id).type.is_memory())
      fail(name, fmt::format("there is no variable {} of type memory", name.text));
    return *id;
  }

  void contents(Object& object) {
    if (cursor_.accept_word("text")) {
      object.bytes = cursor_.expect_string("the contents in quotes").text;
    } else if (cursor_.accept_word("bytes")) {
      const Token& token = cursor_.expect_string("the contents as hexadecimal digits in quotes");
      std::string digits;
      for (char c : token.text) {
        if (c != ' ') digits += c;
      }
      for (std::size_t i = 0; i < digits.size(); i += 2) {
        std::optional<Integer> byte;
        if (i + 1 < digits.size()) byte = parse_integer("0x" + digits.substr(i, 2));
        if (!byte) fail(token, "the contents should be pairs of hexadecimal digits");
        object.bytes += static_cast<char>(*byte);
      }
    }
  }

  void pointers(Object& object) {
    do {
      Object::Pointer pointer;
      pointer.offset = parse_number(cursor_, "an offset in bytes");
      cursor_.expect_symbol(":");
      cursor_.expect_symbol("&");
      const Token& name = cursor_.expect_name("the name of an object");
      std::optional<ObjectId> id = scope_.object(name.text);
      if (!id) fail(name, fmt::format("there is no object {}", name.text));
      pointer.object = *id;
      bool minus = cursor_.at_symbol("-");
      if (minus || cursor_.at_symbol("+")) {
        cursor_.next();
        const Token& number = cursor_.expect_number("a number of bytes");
        Integer addend = minus ? -number.value : number.value;
        if (!fits(Type::machine(64, true), addend)) fail(number, "this number is too large");
        pointer.addend = static_cast<std::int64_t>(addend);
      }
      object.pointers.push_back(pointer);
    } while (cursor_.accept_symbol(","));
  }

  // Procedures

  void procedure(Procedure made) {
    const Token& name = cursor_.expect_name("the name of a procedure");
    made.name = name.text;
    ProcId id = program_.add_procedure(std::move(made));
    if (!procedures_.emplace(name.text, id).second)
      fail(name, fmt::format("the procedure {} is declared twice", name.text));
    scopes_.emplace_back();
    program_.procedure(id).parameters = variable_list(id);
    if (cursor_.accept_word("returns")) program_.procedure(id).returns = variable_list(id);
    program_.procedure(id).range = parse_range(cursor_, program_.files);
    cursor_.expect_symbol("{");
    defer([this, id] { body(id); });
    while (!cursor_.at_symbol("}") && cursor_.peek().kind != TokenKind::End) {
      if (cursor_.peek().kind == TokenKind::Bad) fail(cursor_.peek(), cursor_.peek().text);
      cursor_.next();
    }
    if (cursor_.at_symbol("}")) cursor_.next();
  }

  std::vector<VarId> variable_list(ProcId owner) {
    std::vector<VarId> ids;
    cursor_.expect_symbol("(");
    if (cursor_.accept_symbol(")")) return ids;
    do {
      std::vector<VarId> more = declare(scopes_[owner.index()], owner);
      ids.insert(ids.end(), more.begin(), more.end());
    } while (cursor_.accept_symbol(","));
    cursor_.expect_symbol(")");
    return ids;
  }

  void body(ProcId id) {
    locals_ = &scopes_[id.index()];
    LocationTable locations;
    while (!cursor_.accept_symbol("}"))
      body_item(id, locations);
    locations.finish(program_.procedure(id));
    locals_ = nullptr;
  }

  void body_item(ProcId id, LocationTable& locations) {
    Procedure& procedure = program_.procedure(id);
    const Token& word = cursor_.expect_name("a declaration, an edge or '}'");
    if (cursor_.accept_symbol("->")) {
      edge(procedure, locations.find(word.text), locations);
      return;
    }
    if (word.quoted) cursor_.fail_expected("'->'");
    if (word.text == "local") {
      std::vector<VarId> ids = declare(*locals_, id);
      procedure.locals.insert(procedure.locals.end(), ids.begin(), ids.end());
    } else if (word.text == "location") {
      location(locations);
    } else if (word.text == "entry") {
      locations.set_entry(cursor_.expect_name("a location").text);
    } else if (word.text == "exit") {
      locations.set_exit(cursor_.expect_name("a location").text);
    } else {
      cursor_.fail_expected("'->'");
    }
    cursor_.expect_symbol(";");
  }

  void location(LocationTable& locations) {
    std::size_t last = 0;
    do {
      last = locations.find(cursor_.expect_name("the name of a location").text);
    } while (cursor_.accept_symbol(","));
    Location& location = locations.at(last);
    if (cursor_.accept_word("label")) {
      do {
        location.labels.push_back(cursor_.expect_name("a label").text);
      } while (cursor_.accept_symbol(","));
    }
    if (cursor_.accept_word("target")) {
      if (cursor_.accept_word("assertion")) {
        location.target = Target{TargetKind::Assertion, ""};
      } else if (cursor_.accept_word("opaque")) {
        location.target =
            Target{TargetKind::Opaque, cursor_.expect_string("a construct in quotes").text};
      } else if (cursor_.accept_word("check")) {
        std::optional<Property> property = find_property(cursor_.expect_name("a property").text);
        if (!property) cursor_.fail_expected("the name of a property");
        location.target = Target{
            TargetKind::Check, cursor_.expect_string("what is wrong, in quotes").text, *property};
      } else {
        if (!cursor_.at_word("call"))
          cursor_.fail_expected("'assertion', 'call', 'check' or 'opaque'");
        cursor_.next();
        location.target = Target{TargetKind::Call, cursor_.expect_name("a function").text};
      }
    }
    if (cursor_.accept_word("interior")) location.interior = true;
  }

  void edge(Procedure& procedure, std::size_t from, LocationTable& locations) {
    std::size_t to = locations.find(cursor_.expect_name("a location").text);
    Statement statement;
    if (cursor_.accept_symbol(":")) statement = StatementParser(cursor_, scope_).parse();
    SourceRange range = parse_range(cursor_, program_.files);
    cursor_.expect_symbol(";");
    procedure.add_edge(LocId(from), LocId(to), std::move(statement), range);
  }

  TokenCursor cursor_;
  Program program_;
  Scope scope_;
  Names globals_;
  Table<ObjectId> objects_;
  Table<ProcId> procedures_;
  std::vector<Names> scopes_; ///< parameters, returns and locals, by procedure
  Names* locals_ = nullptr;   ///< those of the procedure whose body is being read
  std::vector<Deferred> deferred_;
};

} // namespace

Result<Program> parse(std::string text, std::string file_name) {
  std::vector<Token> tokens = tokenize(text);
  try {
    return ProgramParser(tokens).run();
  } catch (const ParseFailure& failure) {
    SourceFiles files;
    FileId file = files.add(std::move(file_name), std::move(text));
    SourceRange range{file, files.point(file, failure.begin), files.point(file, failure.end)};
    return Diagnostic::at(files, range, ErrorKind::Parse, failure.message);
  }
}

} // namespace kleene::ir
