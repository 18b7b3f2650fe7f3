// SPDX-License-Identifier: Apache-2.0
// A checker for refutations in the DRAT format, complete in this one file:
//
//   c++ -O2 -std=c++17 drat.cpp -o drat && ./drat question.cnf refutation.drat
//
// The refutation, as text or binary, is a list of lemmas and deletions. Forwards, lemmas are taken as they come until unit
// propagation finds a conflict. Backwards, every lemma that the conflict rests on is checked: unit propagation from its
// negation ends in a conflict (RUP), or does so for every resolvent on its first literal (RAT). Propagation prefers clauses
// that are known to be needed. A deletion of a clause that is the reason of a literal is ignored: more clauses make the
// check of RUP easier and that of RAT harder, so nothing wrong is accepted.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::bits {
namespace {

using Lit = std::uint32_t; // 2 * variable + sign
using Clause = std::vector<Lit>;

struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Stopped {};

Lit literal(std::int64_t number) {
  std::int64_t variable = number < 0 ? -number : number;
  if (variable > (std::int64_t(1) << 30)) throw Malformed("a literal is out of range");
  return static_cast<Lit>(2 * variable + (number < 0 ? 1 : 0));
}
Lit negation(Lit l) {
  return l ^ 1U;
}

class Text {
public:
  explicit Text(std::string_view text) : text_(text) {}
  /// Skips white space and lines that are comments; false at the end.
  bool more() {
    for (;; ++at_) {
      if (at_ == text_.size()) return false;
      bool begins = at_ == 0 || text_[at_ - 1] == '\n';
      if (begins && text_[at_] == 'c')
        at_ = std::min(text_.find('\n', at_), text_.size() - 1);
      else if (!is_space(text_[at_]))
        return true;
    }
  }
  char peek() const { return text_[at_]; }
  std::string_view word() {
    std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::int64_t number() {
    if (!more()) throw Malformed("a clause has no end");
    std::string digits(word());
    std::size_t used = 0;
    std::int64_t value = 0;
    try {
      value = std::stoll(digits, &used);
    } catch (const std::logic_error&) {
    }
    if (used == 0 || used != digits.size()) throw Malformed("'" + digits + "' is no literal");
    return value;
  }
  Clause clause() {
    Clause result;
    while (std::int64_t n = number())
      result.push_back(literal(n));
    return result;
  }

private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  std::string_view text_;
  std::size_t at_ = 0;
};

std::vector<Clause> read_question(std::string_view cnf) {
  Text text(cnf);
  if (!text.more() || text.word() != "p" || !text.more() || text.word() != "cnf")
    throw Malformed("the question does not begin with 'p cnf'");
  text.number();
  std::int64_t count = text.number();
  std::vector<Clause> result;
  while (text.more())
    result.push_back(text.clause());
  if (static_cast<std::int64_t>(result.size()) != count)
    throw Malformed("the question has another number of clauses than it says");
  return result;
}

struct Step {
  bool deletes = false;
  Clause clause;
};

/// The steps of a refutation, one after the other. A binary one ends its steps with zero bytes, which no text has.
class Steps {
public:
  explicit Steps(std::string_view proof)
      : proof_(proof), text_(proof), binary_(proof.find('\0') != std::string_view::npos) {}

  /// False at the end.
  bool next(Step& step) { return binary_ ? next_binary(step) : next_text(step); }

private:
  bool next_text(Step& step) {
    if (!text_.more()) return false;
    step.deletes = text_.peek() == 'd';
    if (step.deletes && text_.word() != "d")
      throw Malformed("a step is neither lemma nor deletion");
    step.clause = text_.clause();
    return true;
  }

  unsigned char byte() {
    if (at_ == proof_.size()) throw Malformed("the refutation breaks off");
    return static_cast<unsigned char>(proof_[at_++]);
  }
  bool next_binary(Step& step) {
    if (at_ == proof_.size()) return false;
    unsigned char kind = byte();
    if (kind != 'a' && kind != 'd') throw Malformed("a step is neither lemma nor deletion");
    step.deletes = kind == 'd';
    step.clause.clear();
    for (;;) {
      std::uint64_t value = 0;
      unsigned shift = 0;
      unsigned char part = 0;
      do {
        part = byte();
        if (shift > 28) throw Malformed("a literal is out of range");
        value |= std::uint64_t(part & 127U) << shift;
        shift += 7;
      } while (part >= 128);
      if (value == 0) return true;
      if (value == 1 || value >= (std::uint64_t(1) << 31))
        throw Malformed("a literal is out of range");
      step.clause.push_back(static_cast<Lit>(value));
    }
  }

  std::string_view proof_;
  Text text_;
  bool binary_;
  std::size_t at_ = 0;
};

class Checker {
public:
  explicit Checker(const std::function<bool()>& stop) : stop_(stop), buckets_(1024, none) {}

  /// Empty: accepted.
  std::string check(const std::vector<Clause>& question, Steps refutation) {
    Step s;
    // A refutation that ends early still has to be one to its end.
    auto finish_all = [&] {
      while (refutation.next(s))
        tick();
      return finish();
    };
    for (const Clause& c : question)
      if (add(c) == Result::Falsified) return finish_all();
    while (refutation.next(s)) {
      tick();
      if (s.deletes) {
        remove(s.clause);
        continue;
      }
      Id id = static_cast<Id>(clauses_.size());
      steps_.push_back({false, id});
      if (add(s.clause) == Result::Falsified) {
        if (clauses_.size() == id) return "a lemma is empty where no conflict is at hand";
        return finish_all();
      }
    }
    return "the refutation does not come to the empty clause";
  }

private:
  using Id = std::uint32_t;
  static constexpr Id none = static_cast<Id>(-1);
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  enum class Result { Fine, Falsified };

  struct Record {
    std::size_t begin = 0; ///< of its literals; the first two are watched
    std::uint32_t size = 0;
    Lit first = 0;  ///< as it was written
    Id next = none; ///< of those with the same hash
    bool active = true;
    bool needed = false;
  };
  struct Change {
    bool deletion = false;
    Id clause = 0;
  };
  /// A clause in the list of a literal, with another literal of it: if that is true nobody has to look at the clause.
  struct Watch {
    Id clause = 0;
    Lit other = 0;
  };
  using Lists = std::vector<std::vector<Watch>>;

  void tick() {
    if (++ticks_ % 1024 == 0 && stop_ && stop_()) throw Stopped{};
  }
  bool is_true(Lit l) const { return value_[l] > 0; }
  bool is_false(Lit l) const { return value_[l] < 0; }
  Lit* begin(const Record& r) { return lits_.data() + r.begin; }
  Lit* end(const Record& r) { return begin(r) + r.size; }
  Clause copy(const Record& r) { return {begin(r), end(r)}; }
  void make_room(const Clause& c) {
    for (Lit l : c)
      if ((l | 1U) >= value_.size()) {
        std::size_t size = std::max<std::size_t>((l | 1U) + 1, 2 * value_.size());
        value_.resize(size);
        watched_.resize(size);
        needed_watched_.resize(size);
        marked_.resize(size);
        position_.resize(size / 2 + 1);
        reason_.resize(size / 2 + 1, none);
        seen_.resize(size / 2 + 1);
      }
  }
  static Clause plain(Clause c) {
    std::sort(c.begin(), c.end());
    c.erase(std::unique(c.begin(), c.end()), c.end());
    return c;
  }

  // Clauses by their literals, for deletions

  static std::uint64_t hash(const Clause& sorted) {
    std::uint64_t h = 1469598103934665603U;
    for (Lit l : sorted)
      h = (h ^ l) * 1099511628211U;
    return h ^ (h >> 32U);
  }
  Id& bucket(std::uint64_t hash) { return buckets_[hash % buckets_.size()]; }
  void enter(Id id, std::uint64_t hash) {
    if (clauses_.size() > buckets_.size()) {
      buckets_.assign(4 * buckets_.size(), none);
      for (Id i = 0; i < clauses_.size(); ++i)
        if (clauses_[i].active && i != id) link(i, Checker::hash(plain(copy(clauses_[i]))));
    }
    link(id, hash);
  }
  void link(Id id, std::uint64_t hash) {
    clauses_[id].next = bucket(hash);
    bucket(hash) = id;
  }
  bool has_literals(const Record& r, const Clause& sorted) {
    if (r.size != sorted.size()) return false;
    for (Lit l : sorted)
      marked_[l] = 1;
    bool same = std::all_of(begin(r), end(r), [&](Lit l) { return marked_[l] != 0; });
    for (Lit l : sorted)
      marked_[l] = 0;
    return same;
  }

  /// Adds a clause and what follows from it by propagation.
  Result add(const Clause& given) {
    make_room(given);
    Clause c = plain(given);
    if (c.empty()) {
      // As a clause of the question it is the refutation; as a lemma there is no conflict for it to rest on.
      conflict_ = none;
      return Result::Falsified;
    }
    Id id = static_cast<Id>(clauses_.size());
    if (id == none) throw Malformed("there are too many clauses");
    Record r;
    r.begin = lits_.size();
    r.size = static_cast<std::uint32_t>(c.size());
    r.first = given.front();
    for (std::size_t i = 0; i + 1 < c.size(); ++i)
      if (c[i] == negation(c[i + 1])) r.active = false; // always true: of no use
    lits_.insert(lits_.end(), c.begin(), c.end());
    clauses_.push_back(r);
    if (!r.active) return Result::Fine;
    enter(id, hash(c));
    watch_last(r);
    attach(id);
    return first_propagation(id);
  }

  /// Watched are the literals that become false last.
  void watch_last(const Record& r) {
    auto rank = [&](Lit l) { return is_false(l) ? position_[l / 2] : nowhere; };
    for (Lit* to = begin(r); to != end(r) && to != begin(r) + 2; ++to)
      std::iter_swap(to,
                     std::max_element(to, end(r), [&](Lit a, Lit b) { return rank(a) < rank(b); }));
  }
  void attach(Id id) {
    const Record& r = clauses_[id];
    if (r.size < 2) return;
    const Lit* lits = begin(r);
    Lists& lists = r.needed ? needed_watched_ : watched_;
    lists[lits[0]].push_back({id, lits[1]});
    lists[lits[1]].push_back({id, lits[0]});
  }
  Result first_propagation(Id id) {
    const Record& r = clauses_[id];
    Lit first = *begin(r);
    if (is_false(first)) {
      conflict_ = id;
      return Result::Falsified;
    }
    bool unit = r.size == 1 || is_false(begin(r)[1]);
    if (!unit || is_true(first)) return Result::Fine;
    assign(first, id);
    conflict_ = propagate();
    return conflict_ == none ? Result::Fine : Result::Falsified;
  }

  void remove(const Clause& given) {
    make_room(given);
    Clause c = plain(given);
    for (Id* at = &bucket(hash(c)); *at != none; at = &clauses_[*at].next) {
      Id id = *at;
      Record& r = clauses_[id];
      if (!has_literals(r, c)) continue;
      for (Lit l : c)
        if (is_true(l) && reason_[l / 2] == id) return; // ignored
      r.active = false;
      steps_.push_back({true, id});
      *at = r.next;
      return;
    }
    // A deletion of a clause that is not there changes nothing.
  }

  void assign(Lit l, Id reason) {
    value_[l] = 1;
    value_[negation(l)] = -1;
    position_[l / 2] = trail_.size();
    reason_[l / 2] = reason;
    trail_.push_back(l);
  }
  void undo(std::size_t size) {
    while (trail_.size() > size) {
      Lit l = trail_.back();
      value_[l] = value_[negation(l)] = 0;
      reason_[l / 2] = none;
      seen_[l / 2] = false;
      trail_.pop_back();
    }
    needed_done_ = std::min(needed_done_, size);
    done_ = std::min(done_, size);
  }

  /// The clause that is false, or none. First among the clauses that are needed anyway.
  Id propagate() {
    for (;;) {
      tick();
      Id conflict = none;
      if (needed_done_ < trail_.size())
        conflict = visit(needed_watched_, negation(trail_[needed_done_++]), true);
      else if (done_ < trail_.size())
        conflict = visit(watched_, negation(trail_[done_++]), false);
      else
        return none;
      if (conflict != none) return conflict;
    }
  }

  /// The clauses of a literal that has become false.
  Id visit(Lists& lists, Lit l, bool needed) {
    std::vector<Watch>& list = lists[l];
    auto keep = list.begin();
    Id conflict = none;
    auto at = list.begin();
    while (at != list.end() && conflict == none) {
      Watch watch = *at++;
      if (is_true(watch.other)) {
        *keep++ = watch;
        continue;
      }
      const Record& r = clauses_[watch.clause];
      // It has moved to the other lists; or it is deleted, and is entered again when it comes back.
      if (r.needed != needed || !r.active) continue;
      Lit* lits = begin(r);
      if (lits[0] == l) std::swap(lits[0], lits[1]);
      if (lits[1] != l) continue; // entered twice
      Lit first = lits[0];
      Lit* other = is_true(first)
                       ? lits + 1
                       : std::find_if(lits + 2, end(r), [&](Lit k) { return !is_false(k); });
      if (!is_true(first) && other != end(r)) {
        std::swap(lits[1], *other);
        lists[lits[1]].push_back({watch.clause, first});
        continue;
      }
      *keep++ = {watch.clause, first};
      if (is_false(first))
        conflict = watch.clause;
      else if (!is_true(first))
        assign(first, watch.clause);
    }
    list.erase(std::copy(at, list.end(), keep), list.end());
    return conflict;
  }

  void need(Id id) {
    Record& r = clauses_[id];
    if (r.needed) return;
    r.needed = true;
    attach(id);
  }

  /// Marks what the values of these literals rest on: once for each, as long as it has its value.
  void mark_reasons(const Clause& clause) {
    auto see = [&](Lit l) {
      if (value_[l] == 0 || seen_[l / 2]) return;
      seen_[l / 2] = true;
      open_.push_back(l / 2);
    };
    for (Lit l : clause)
      see(l);
    while (!open_.empty()) {
      Id reason = reason_[open_.back()];
      open_.pop_back();
      if (reason == none) continue;
      need(reason);
      const Record& r = clauses_[reason];
      std::for_each(begin(r), end(r), see);
    }
  }
  void mark_conflict(Id id) {
    need(id);
    mark_reasons(copy(clauses_[id]));
  }

  /// Backwards, from the conflict at hand.
  std::string finish() {
    if (conflict_ == none) return ""; // the question has the empty clause
    mark_conflict(conflict_);
    while (!steps_.empty()) {
      tick();
      Change step = steps_.back();
      steps_.pop_back();
      Record& r = clauses_[step.clause];
      if (step.deletion) {
        r.active = true;
        attach(step.clause);
        continue;
      }
      if (!r.active) continue; // always true
      r.active = false;
      auto first = std::find_if(
          begin(r), end(r), [&](Lit l) { return is_true(l) && reason_[l / 2] == step.clause; });
      if (first != end(r)) undo(position_[*first / 2]);
      needed_done_ = done_ = trail_.size();
      if (r.needed && !follows(step.clause)) return "a lemma does not follow";
    }
    return "";
  }

  /// Assumes that all literals are false. False if one is true already: then its reasons are marked.
  bool deny(const Clause& lits, Lit except) {
    for (Lit l : lits) {
      if (l == except) continue;
      if (is_true(l)) {
        mark_reasons({l});
        return false;
      }
      if (!is_false(l)) assign(negation(l), none);
    }
    return true;
  }

  bool refuted(const Clause& lits, Lit except) {
    if (!deny(lits, except)) return true;
    Id conflict = propagate();
    if (conflict == none) return false;
    mark_conflict(conflict);
    return true;
  }

  bool follows(Id id) {
    std::size_t base = trail_.size();
    bool result = refuted(copy(clauses_[id]), none_literal);
    if (!result) result = resolvents_refuted(clauses_[id].first);
    undo(base);
    return result;
  }

  bool resolvents_refuted(Lit pivot) {
    std::size_t base = trail_.size();
    for (Id id = 0; id < clauses_.size(); ++id) {
      const Record& r = clauses_[id];
      if (!r.active || std::find(begin(r), end(r), negation(pivot)) == end(r)) continue;
      bool fine = refuted(copy(r), negation(pivot));
      undo(base);
      if (!fine) return false;
      need(id);
    }
    return true;
  }

  static constexpr Lit none_literal = 0; // no clause has it: variables begin with 1
  const std::function<bool()>& stop_;
  std::vector<Lit> lits_; ///< of all clauses
  std::vector<Record> clauses_;
  std::vector<Change> steps_;
  std::vector<Id> buckets_; ///< by hash: the first clause that is not deleted
  std::vector<signed char> value_;
  Lists watched_;
  Lists needed_watched_;
  std::vector<char> marked_;          ///< of literals
  std::vector<std::size_t> position_; ///< of variables, on the trail
  std::vector<Id> reason_;
  std::vector<char> seen_; ///< all that the value of the variable rests on is needed
  std::vector<Lit> open_;
  std::vector<Lit> trail_;
  std::size_t done_ = 0;
  std::size_t needed_done_ = 0;
  Id conflict_ = none;
  std::uint64_t ticks_ = 0;
};

} // namespace

int check_refutation(std::string_view cnf,
                     std::string_view proof,
                     const std::function<bool()>& stop,
                     std::string& why) {
  try {
    why = Checker(stop).check(read_question(cnf), Steps(proof));
    return why.empty() ? 0 : 1;
  } catch (const Malformed& problem) {
    why = problem.what();
    return 1;
  } catch (const Stopped&) {
    why = "the check was stopped";
    return 2;
  }
}

} // namespace kleene::bits

#ifndef KLEENE_PART
int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: drat QUESTION.cnf REFUTATION.drat\n";
    return 2;
  }
  std::string contents[2];
  for (int i = 0; i < 2; ++i) {
    std::ifstream file(argv[i + 1], std::ios::binary);
    if (!file) {
      std::cerr << "cannot read " << argv[i + 1] << '\n';
      return 2;
    }
    std::ostringstream text;
    text << file.rdbuf();
    contents[i] = text.str();
  }
  std::string why;
  int result = kleene::bits::check_refutation(contents[0], contents[1], {}, why);
  std::cout << (result == 0 ? "s VERIFIED\n" : "s NOT VERIFIED: " + why + "\n");
  return result;
}
#endif
