// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/file.h"
#include "kleene/ir/text.h"
#include "kleene/logic/substitute.h"
#include "kleene/logic/variable_space.h"

#include <fmt/core.h>

#include <map>
#include <sstream>

#include "file_lines.h"
#include "file_names.h"
#include "file_runs.h"
#include "file_threads.h"

namespace kleene::evidence {
namespace {

class Reader {
public:
  Reader(const std::string& text, const ir::Program& program)
      : text_(text),
        program_(program),
        names_(with_entry_copies(program)),
        runs_of_procedures_(program),
        threads_(program) {
    proof_.procedures.resize(program.procedures.size());
    ranks_.resize(program.procedures.size());
    for (const ir::Procedure& p : program.procedures)
      states_.emplace_back(p.locations.size());
  }

  EvidenceFile run() {
    if (next() != evidence_header) throw Misread{"this is no evidence of kleene, version 1"};
    bool ended = false;
    for (std::string line = next(); !line.empty(); line = next()) {
      words_.clear();
      words_.str(line);
      std::string word = this->word();
      ended = word == "end";
      if (ended) break;
      rules_.look(word, line);
      item(word);
    }
    if (!ended) throw Misread{"the end is missing"};
    if (!next().empty()) throw Misread{"there is something behind the end"};
    rules_.finish();
    file_.evidence = evidence();
    return std::move(file_);
  }

  std::size_t line_number() const { return line_number_; }

private:
  /// The next line that says something, without its comment; empty at the end.
  std::string next() {
    std::string line;
    while (at_ < text_.size()) {
      std::size_t end = std::min(text_.find('\n', at_), text_.size());
      line = text_.substr(at_, end - at_);
      at_ = end + 1;
      ++line_number_;
      std::size_t first = line.find_first_not_of(" \t\r");
      if (first == std::string::npos || line[first] == '#') continue;
      if (std::size_t comment = line.find("  # "); comment != std::string::npos)
        line.resize(comment);
      return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
    }
    return {};
  }

  std::string word() {
    std::string w;
    words_ >> w;
    return w;
  }
  std::string rest() {
    std::string r;
    std::getline(words_ >> std::ws, r);
    return r;
  }
  Integer number() {
    std::string w = word();
    std::optional<Integer> value = parse_integer(w);
    if (!value) throw Misread{fmt::format("'{}' should be a number", w)};
    return *value;
  }
  std::uint64_t count() {
    Integer value = number();
    if (value < 0 || value > Integer(UINT64_MAX)) throw Misread{"the number is out of range"};
    return static_cast<std::uint64_t>(value);
  }

  ir::ProcId procedure() {
    std::string w = word();
    std::optional<ir::ProcId> f = program_.find_procedure(w);
    if (!f) throw Misread{fmt::format("the program has no procedure {}", w)};
    return *f;
  }
  ir::LocId location(ir::ProcId f) {
    const ir::Procedure& p = program_.procedure(f);
    auto& table = locations_[f];
    if (table.empty())
      for (std::size_t l = 0; l < p.locations.size(); ++l)
        table[location_name(p, ir::LocId(l))] = ir::LocId(l);
    std::string w = word();
    auto found = table.find(w);
    if (found == table.end()) throw Misread{fmt::format("{} has no location {}", p.name, w)};
    return found->second;
  }
  Term formula(Type type = Type::boolean()) {
    Result<Term> term = ir::parse_term(rest(), names_, type);
    if (!term) throw Misread{term.error().message};
    return Substitution(*program_.terms, parts_)(*term);
  }

  void item(const std::string& word) {
    if (word == "spec")
      file_.spec = rest();
    else if (word == "property")
      read_property();
    else if (word == "target")
      read_target();
    else if (word == "integers")
      read_integers();
    else if (word == "evidence")
      kind_ = this->word();
    else if (word == "let")
      read_part();
    else if (!read_number(word) && !read_fact(word) && !read_set(word) && !read_leap(word)
             && !read_way(word) && !read_interleaving(word) && !threads_.read(word, words_)
             && !runs_of_procedures_.read(word, words_))
      throw Misread{fmt::format("'{}' means nothing here", word)};
  }

  void read_property() {
    std::string w = word();
    std::optional<Property> property = find_property(w);
    if (!property || !entry(*property).decided())
      throw Misread{fmt::format("there is no property {}", w)};
    file_.property = *property;
  }
  Property checked_property() {
    std::string w = rest();
    std::optional<Property> property = find_property(w);
    if (!property) throw Misread{fmt::format("there is no property {}", w)};
    return *property;
  }
  void read_target() {
    std::string w = word();
    if (w == "call")
      file_.targets.functions.insert(rest());
    else if (w == "label")
      file_.targets.labels.insert(rest());
    else if (w == "assertion")
      file_.targets.assertions = true;
    else if (w == "check")
      file_.targets.checks.insert(checked_property());
    else
      throw Misread{fmt::format("there is no target {}", w)};
  }
  void read_integers() {
    std::string w = word();
    if (w != "machine" && w != "math") throw Misread{"integers are machine or math"};
    file_.integers = w == "machine" ? IntegerModel::Machine : IntegerModel::Math;
  }
  void read_part() {
    std::string name = word();
    std::optional<Type> type = parse_type(word());
    if (!type || word() != "=" || names_.find_variable(name))
      throw Misread{"a part should be a new name, a type, = and a term"};
    Term value = formula(*type);
    parts_[names_.add_variable({.name = name, .type = *type})] = value;
  }

  void read_parameter() {
    std::string name = word();
    std::optional<Type> type = parse_type(word());
    if (!type || names_.find_variable(name))
      throw Misread{"a parameter should be a new name and a type"};
    if (proof_.parameters.size() == VariableSpace::most_parameters)
      throw Misread{"too many parameters"};
    VarId id = names_.add_variable({.name = name, .type = *type});
    if (id != parameter(program_, proof_.parameters.size()))
      throw Misread{"parameters come before everything that is said with them"};
    proof_.parameters.push_back(*type);
  }

  bool read_number(const std::string& word) {
    auto input = [&] { return Input{number(), ir::InputKind::Value, {}, {}, {}}; };
    if (word == "steps")
      steps_ = count();
    else if (word == "loop-steps")
      loop_steps_ = count();
    else if (word == "input")
      inputs_.push_back(input());
    else if (word == "memory")
      read_memory();
    else if (word == "loop-input")
      loop_inputs_.push_back(input());
    else if (word == "rounds")
      bounds_.rounds = count();
    else if (word == "depth")
      bounds_.depth = count();
    else if (word == "runs")
      runs_ = count();
    else if (word == "induction")
      proof_.k = count();
    else
      return false;
    return true;
  }

  void read_memory() {
    constexpr std::uint64_t largest_object = 1U << 30;
    std::uint64_t number = count();
    std::uint64_t offset = count();
    std::optional<std::string> bytes = from_hexadecimal(rest());
    if (number == 0 || offset > largest_object || !bytes || bytes->empty())
      throw Misread{"memory has a number from 1 on, an offset and bytes in pairs of digits"};
    for (char byte : *bytes)
      heap_.part(number, offset++, Type::machine(8, false), static_cast<unsigned char>(byte));
  }

  bool read_fact(const std::string& word) {
    if (word == "null") {
      proof_.sparse = this->word() == "unstated";
      proof_given_ = true;
    } else if (word == "objects") {
      (this->word() == "known" ? proof_.known_objects : proof_.live_objects) = true;
    } else if (word == "parameter") {
      read_parameter();
    } else if (word == "instance") {
      proof_.instances.push_back(typed());
    } else if (word == "procedure") {
      ir::ProcId f = procedure();
      std::size_t locations = program_.procedure(f).locations.size();
      proof_.procedures[f.index()].invariants.resize(locations);
      ranks_[f.index()].resize(locations);
    } else if (word == "at") {
      ir::ProcId f = procedure();
      ir::LocId l = location(f);
      std::vector<Term>& invariants = proof_.procedures[f.index()].invariants;
      if (invariants.empty()) throw Misread{"the procedure is not announced"};
      invariants[l.index()] = formula();
      rank_ = &ranks_[f.index()][l.index()];
    } else if (word == "summary") {
      ir::ProcId f = procedure();
      proof_.procedures[f.index()].summary = formula();
    } else if (word == "in") {
      ir::ProcId f = procedure();
      ir::LocId l = location(f);
      states_[f.index()][l.index()] = formula();
    } else if (word == "layer") {
      ir::ProcId f = procedure();
      ir::LocId l = location(f);
      layers_.push_back({f, l, formula()});
    } else if (word == "reaches") {
      reached_ = procedure();
      reached_location_ = location(reached_);
    } else if (word == "order") {
      for (std::uint64_t i = 0; words_ >> i;)
        order_.push_back(i);
    } else {
      return false;
    }
    return true;
  }

  Term typed() {
    std::optional<Type> type = parse_type(word());
    if (!type) throw Misread{"there should be a type and a term"};
    return formula(*type);
  }
  bool read_set(const std::string& word) {
    if (word == "leads" || word == "returns") {
      std::vector<MustLayer>& layers = word == "leads" ? must_.layers : must_.calls;
      Port states = port();
      layers.push_back({states.procedure, states.location, states.states, {}});
      rank_ = &layers.back().rank;
    } else if (word == "rank") {
      if (rank_ == nullptr) throw Misread{"it is not said what has this rank"};
      rank_->push_back(typed());
    } else if (word == "choice") {
      ir::ProcId f = procedure();
      chosen_ = &must_.choices.emplace_back(Choice{f, count(), {}}).values;
    } else if (word == "choose") {
      if (chosen_ == nullptr) throw Misread{"there is nothing to choose yet"};
      chosen_->push_back(typed());
    } else {
      return false;
    }
    return true;
  }

  VarId variable() {
    std::string w = word();
    std::optional<VarId> v = program_.find_variable(w);
    if (!v) throw Misread{fmt::format("the program has no variable {}", w)};
    return *v;
  }
  Port port() {
    ir::ProcId f = procedure();
    ir::LocId l = location(f);
    return {f, l, formula()};
  }
  Leap& last_leap() {
    if (chain_.leaps.empty()) throw Misread{"there is no leap yet"};
    return chain_.leaps.back();
  }
  /// The number of a leap, counted from 1.
  std::size_t leap_number() {
    std::uint64_t n = count();
    if (n == 0) throw Misread{"leaps count from 1"};
    return n - 1;
  }

  bool read_leap(const std::string& word) {
    if (word == "leap")
      chain_.leaps.emplace_back().theorem =
          this->word() == "forward" ? Leap::Theorem::Forward : Leap::Theorem::Backward;
    else if (word == "region")
      last_leap().region.push_back(port());
    else if (word == "entry")
      last_leap().entry = port();
    else if (word == "exit")
      last_leap().exit = port();
    else if (word == "hide")
      last_leap().hidden.push_back(variable());
    else if (word == "least" || word == "most")
      read_bound(word == "least");
    else
      return false;
    return true;
  }
  void read_bound(bool low) {
    VarId v = variable();
    Term limit = formula(program_.variable(v).type);
    std::vector<Leap::Bound>& bounds = last_leap().bounds;
    if (bounds.empty() || bounds.back().variable != v) bounds.push_back({v, {}, {}});
    (low ? bounds.back().low : bounds.back().high) = limit;
  }

  bool read_way(const std::string& word) {
    if (word == "step") {
      begin(last_leap().steps.emplace_back());
    } else if (word == "reached") {
      chain_.reached.push_back({port(), {}, Way::no_leap});
    } else if (word == "by-leap" || word == "by-way") {
      if (chain_.reached.empty()) throw Misread{"there is no set of reached states yet"};
      if (word == "by-leap")
        chain_.reached.back().leap = leap_number();
      else
        begin(chain_.reached.back().ways.emplace_back());
    } else if (word == "way") {
      begin(chain_.way);
    } else if (word == "round") {
      chain_.round = LeapChain::Round{port(), {}};
    } else if (word == "round-way") {
      if (!chain_.round) throw Misread{"there is no round yet"};
      begin(chain_.round->way);
    } else if (word == "value") {
      VarId v = variable();
      chain_.values.emplace_back(v, number());
    } else {
      return read_on_way(word);
    }
    return true;
  }
  void begin(Way& way) {
    way_ = &way;
    chosen_ = &way.choices;
  }
  bool read_on_way(const std::string& word) {
    if (word != "take" && word != "over") return false;
    if (way_ == nullptr) throw Misread{"there is no way yet"};
    if (word == "take") {
      ir::ProcId f = procedure();
      for (std::size_t e = 0; words_ >> e;)
        way_->items.push_back({f, e, Way::no_leap});
    } else {
      way_->items.push_back({{}, 0, leap_number()});
    }
    return true;
  }

  /// `unfolded` comes first: the formulas behind it are about the threads with their calls unfolded.
  bool read_interleaving(const std::string& word) {
    std::vector<InterleavingProof::Thread>& threads = interleaving_.threads;
    if (word == "unfolded") {
      interleaving_.depth = count();
      Result<ir::Unfolding> unfolding = ir::unfold_threads(
          program_,
          {.targets = file_.targets, .depth = interleaving_.depth, .deep = ir::DeepCalls::Forget});
      if (!unfolding) throw Misread{unfolding.error().message};
      Result<ir::Program> names = with_places(*unfolding, count());
      if (!names) throw Misread{names.error().message};
      names_ = std::move(*names);
      first_place_ = unfolding->program.variables.size();
      for (const ir::UnfoldedThread& thread : unfolding->threads)
        points_.push_back(thread.points.size());
      return true;
    }
    if (word == "thread") {
      if (threads.size() >= points_.size()) throw Misread{"there are not so many threads"};
      std::size_t points = points_[threads.size()];
      threads.push_back({std::vector<Term>(points), {}, {}});
      threads.back().numbers.resize(points);
      return true;
    }
    if (word != "place" && word != "waits" && word != "active") return false;
    if (threads.empty()) throw Misread{"it is not said which thread is meant"};
    InterleavingProof::Thread& thread = threads.back();
    if (word == "place") {
      for (std::uint64_t bit = 0; words_ >> bit;)
        thread.place.push_back(VarId(first_place_ + bit));
      return true;
    }
    std::uint64_t point = count();
    if (point >= thread.active.size()) throw Misread{"the thread has no such point"};
    if (word == "waits")
      thread.numbers[point] = count();
    else
      thread.active[point] = formula();
    return true;
  }

  /// What was read, as the kind that it says it is.
  Evidence evidence() {
    proof_.order = order_;
    for (std::size_t v : order_)
      interleaving_.order.emplace_back(v);
    return evidence_of_kind<0>();
  }
  template <std::size_t Index>
  Evidence evidence_of_kind() {
    using E = std::variant_alternative_t<Index, Evidence>;
    if (kind_ == E::kind.name) return make(std::type_identity<E>());
    if constexpr (Index + 1 < std::variant_size_v<Evidence>) return evidence_of_kind<Index + 1>();
    throw Misread{fmt::format("there is no evidence '{}'", kind_)};
  }

  Execution make(std::type_identity<Execution>) { return {inputs_, steps_, heap_.contents()}; }
  InductiveProof make(std::type_identity<InductiveProof>) { return proof_; }
  BoundedProof make(std::type_identity<BoundedProof>) { return bounds_; }
  AllRuns make(std::type_identity<AllRuns>) { return {runs_, steps_}; }
  RankedProof make(std::type_identity<RankedProof>) {
    RankedProof ranked{proof_, {}};
    for (const LayeredReach::Layer& l : layers_)
      ranked.layers.push_back({l.procedure, l.location, l.pairs});
    return ranked;
  }
  Lasso make(std::type_identity<Lasso>) { return {inputs_, loop_inputs_, steps_, loop_steps_}; }
  RecurrentSet make(std::type_identity<RecurrentSet>) {
    if (!reached_.valid()) throw Misread{"it is not said what the inputs reach"};
    return {states_,
            proof_given_ ? proof_ : InductiveProof{},
            must_.choices,
            {inputs_, steps_},
            reached_,
            reached_location_};
  }
  Activations make(std::type_identity<Activations>) { return runs_of_procedures_.runs; }
  LayeredRecurrence make(std::type_identity<LayeredRecurrence>) {
    return {{layers_, order_}, states_};
  }
  LeapChain make(std::type_identity<LeapChain>) {
    if (steps_ > 0) chain_.execution = Execution{inputs_, steps_, heap_.contents()};
    return chain_;
  }
  MustReach make(std::type_identity<MustReach>) {
    if (!reached_.valid()) throw Misread{"it is not said what the inputs reach"};
    for (const InductiveProof::Procedure& p : proof_.procedures)
      must_.summaries.push_back(p.summary);
    must_.stem = {inputs_, steps_};
    must_.procedure = reached_;
    must_.location = reached_location_;
    return must_;
  }
  TerminationProof make(std::type_identity<TerminationProof>) { return {proof_, ranks_}; }
  Schedule make(std::type_identity<Schedule>) { return {threads_.slices, inputs_}; }
  InterleavingProof make(std::type_identity<InterleavingProof>) { return interleaving_; }
  StackProof make(std::type_identity<StackProof>) { return threads_.proof; }
  ControlFlow make(std::type_identity<ControlFlow>) { return {}; }

  const std::string& text_;
  std::size_t at_ = 0;
  std::size_t line_number_ = 0;
  std::istringstream words_;
  const ir::Program& program_;
  ir::Program names_;
  std::map<ir::ProcId, std::map<std::string, ir::LocId>> locations_;
  std::unordered_map<VarId, Term> parts_;

  EvidenceFile file_;
  LineRules rules_;
  std::string kind_;
  InductiveProof proof_;
  bool proof_given_ = false;
  std::vector<std::vector<std::vector<Term>>> ranks_;
  std::vector<std::vector<Term>> states_;
  std::vector<LayeredReach::Layer> layers_;
  std::vector<std::size_t> order_;
  std::vector<Input> inputs_;
  std::vector<Input> loop_inputs_;
  HeapWriter heap_;
  std::uint64_t steps_ = 0;
  std::uint64_t loop_steps_ = 0;
  std::uint64_t runs_ = 0;
  BoundedProof bounds_;
  LeapChain chain_;
  Way* way_ = nullptr; ///< that is being read
  MustReach must_;
  std::vector<Term>* rank_ = nullptr;   ///< that is being read
  std::vector<Term>* chosen_ = nullptr; ///< by the way or choice that is being read
  ir::ProcId reached_;
  ir::LocId reached_location_;
  RunLines runs_of_procedures_;
  ThreadLines threads_;
  InterleavingProof interleaving_;
  std::size_t first_place_ = 0;
  std::vector<std::size_t> points_; ///< of each unfolded thread
};

} // namespace

std::vector<std::string> evidence_texts(const std::string& text) {
  std::vector<std::string> result;
  std::size_t begin = 0;
  const std::string boundary = fmt::format("\nend\n{}\n", evidence_header);
  const std::size_t end_length = std::string_view("\nend\n").size();
  for (std::size_t at = text.find(boundary); at != std::string::npos;
       at = text.find(boundary, begin)) {
    result.push_back(text.substr(begin, at + end_length - begin));
    begin = at + end_length;
  }
  result.push_back(text.substr(begin));
  return result;
}

Result<EvidenceFile> read_evidence(const std::string& text, const ir::Program& program) {
  auto has_line = [&](std::string_view line) {
    return text.find(fmt::format("\n{}\n", line)) != std::string::npos;
  };
  InductiveProof about;
  about.live_objects = has_line(live_objects_line);
  about.known_objects = has_line(known_objects_line);
  ir::Program subject = evidence::subject(program, about);
  Reader reader(text, subject);
  try {
    return reader.run();
  } catch (const Misread& e) {
    return Diagnostic::error(
        ErrorKind::Parse,
        fmt::format("line {} of the evidence: {}", reader.line_number(), e.message));
  }
}

} // namespace kleene::evidence
