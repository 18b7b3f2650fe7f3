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
#include <unordered_map>
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

std::vector<Step> read_binary(std::string_view proof) {
  std::vector<Step> result;
  std::size_t at = 0;
  auto byte = [&] {
    if (at == proof.size()) throw Malformed("the refutation breaks off");
    return static_cast<unsigned char>(proof[at++]);
  };
  while (at < proof.size()) {
    unsigned char kind = byte();
    if (kind != 'a' && kind != 'd') throw Malformed("a step is neither lemma nor deletion");
    Step step{kind == 'd', {}};
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
      if (value == 0) break;
      if (value == 1 || value >= (std::uint64_t(1) << 31))
        throw Malformed("a literal is out of range");
      step.clause.push_back(static_cast<Lit>(value));
    }
    result.push_back(std::move(step));
  }
  return result;
}

/// A binary refutation ends its steps with zero bytes, which no text has.
std::vector<Step> read_refutation(std::string_view proof) {
  if (proof.find('\0') != std::string_view::npos) return read_binary(proof);
  std::vector<Step> result;
  Text text(proof);
  while (text.more()) {
    Step step;
    step.deletes = text.peek() == 'd';
    if (step.deletes && text.word() != "d") throw Malformed("a step is neither lemma nor deletion");
    step.clause = text.clause();
    result.push_back(std::move(step));
  }
  return result;
}

class Checker {
public:
  explicit Checker(const std::function<bool()>& stop) : stop_(stop) {}

  /// Empty: accepted.
  std::string check(const std::vector<Clause>& question, std::vector<Step> refutation) {
    for (const Clause& c : question)
      if (add(c) == falsified_) return finish();
    for (Step& s : refutation) {
      tick();
      if (s.deletes) {
        remove(s.clause);
        continue;
      }
      std::size_t id = clauses_.size();
      steps_.push_back({false, id});
      if (add(s.clause) == falsified_) {
        if (clauses_.size() == id) return "a lemma is empty where no conflict is at hand";
        return finish();
      }
    }
    return "the refutation does not come to the empty clause";
  }

private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  enum class Result { Fine, Falsified };
  static constexpr Result falsified_ = Result::Falsified;

  struct Record {
    Clause lits; ///< the first two are watched
    Lit first = 0;
    bool active = true;
    bool needed = false;
  };
  struct Change {
    bool deletion = false;
    std::size_t clause = 0;
  };

  void tick() {
    if (++ticks_ % 1024 == 0 && stop_ && stop_()) throw Stopped{};
  }
  bool is_true(Lit l) const { return value_[l] > 0; }
  bool is_false(Lit l) const { return value_[l] < 0; }
  void make_room(const Clause& c) {
    for (Lit l : c)
      if ((l | 1U) >= value_.size()) {
        std::size_t size = std::max<std::size_t>((l | 1U) + 1, 2 * value_.size());
        value_.resize(size);
        watched_.resize(size);
        needed_watched_.resize(size);
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
  static std::uint64_t hash(const Clause& sorted) {
    std::uint64_t h = 1469598103934665603U;
    for (Lit l : sorted)
      h = (h ^ l) * 1099511628211U;
    return h;
  }

  /// Adds a clause and what follows from it by propagation.
  Result add(const Clause& given) {
    make_room(given);
    Clause c = plain(given);
    std::size_t id = clauses_.size();
    if (c.empty()) {
      // As a clause of the question it is the refutation; as a lemma there is no conflict for it to rest on.
      conflict_ = none;
      return Result::Falsified;
    }
    by_hash_.emplace(hash(c), id);
    clauses_.push_back({std::move(c), given.front(), true, false});
    Record& r = clauses_[id];
    for (std::size_t i = 0; i + 1 < r.lits.size(); ++i)
      if (r.lits[i] == negation(r.lits[i + 1])) {
        r.active = false; // always true: of no use
        return Result::Fine;
      }
    // Watched are the literals that become false last.
    auto rank = [&](Lit l) -> std::size_t {
      if (!is_false(l)) return none;
      return position_[l / 2];
    };
    for (std::size_t k = 0; k < std::min<std::size_t>(2, r.lits.size()); ++k)
      std::iter_swap(r.lits.begin() + static_cast<std::ptrdiff_t>(k),
                     std::max_element(r.lits.begin() + static_cast<std::ptrdiff_t>(k),
                                      r.lits.end(),
                                      [&](Lit a, Lit b) { return rank(a) < rank(b); }));
    if (r.lits.size() > 1) {
      watched_[r.lits[0]].push_back(id);
      watched_[r.lits[1]].push_back(id);
    }
    if (is_false(r.lits[0])) {
      conflict_ = id;
      return Result::Falsified;
    }
    bool unit = r.lits.size() == 1 || is_false(r.lits[1]);
    if (unit && !is_true(r.lits[0])) {
      assign(r.lits[0], id);
      conflict_ = propagate();
      if (conflict_ != none) return Result::Falsified;
    }
    return Result::Fine;
  }

  void remove(const Clause& given) {
    Clause c = plain(given);
    auto [begin, end] = by_hash_.equal_range(hash(c));
    for (auto it = begin; it != end; ++it) {
      Record& r = clauses_[it->second];
      if (!r.active || r.lits.size() != c.size() || plain(r.lits) != c) continue;
      for (Lit l : r.lits)
        if (is_true(l) && reason_[l / 2] == it->second) return; // ignored
      r.active = false;
      steps_.push_back({true, it->second});
      by_hash_.erase(it);
      return;
    }
    // A deletion of a clause that is not there changes nothing.
  }

  void assign(Lit l, std::size_t reason) {
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
      trail_.pop_back();
    }
    needed_done_ = std::min(needed_done_, size);
    done_ = std::min(done_, size);
  }

  /// The clause that is false, or none. First among the clauses that are needed anyway.
  std::size_t propagate() {
    for (;;) {
      tick();
      if (needed_done_ < trail_.size()) {
        std::size_t conflict = visit(needed_watched_, negation(trail_[needed_done_++]), true);
        if (conflict != none) return conflict;
      } else if (done_ < trail_.size()) {
        std::size_t conflict = visit(watched_, negation(trail_[done_++]), false);
        if (conflict != none) return conflict;
      } else {
        return none;
      }
    }
  }

  std::size_t visit(std::vector<std::vector<std::size_t>>& lists, Lit l, bool needed) {
    std::vector<std::size_t>& list = lists[l];
    std::size_t keep = 0;
    std::size_t conflict = none;
    for (std::size_t i = 0; i < list.size(); ++i) {
      std::size_t id = list[i];
      Record& r = clauses_[id];
      if (r.needed != needed) continue; // it has moved to the other list
      if (conflict != none || !r.active) {
        list[keep++] = id;
        continue;
      }
      if (r.lits[0] == l) std::swap(r.lits[0], r.lits[1]);
      list[keep++] = id;
      if (is_true(r.lits[0])) continue;
      bool moved = false;
      for (std::size_t k = 2; k < r.lits.size() && !moved; ++k)
        if (!is_false(r.lits[k])) {
          std::swap(r.lits[1], r.lits[k]);
          lists[r.lits[1]].push_back(id);
          --keep;
          moved = true;
        }
      if (moved) continue;
      if (is_false(r.lits[0]))
        conflict = id;
      else
        assign(r.lits[0], id);
    }
    list.resize(keep);
    return conflict;
  }

  void need(std::size_t id) {
    Record& r = clauses_[id];
    if (r.needed) return;
    r.needed = true;
    if (r.lits.size() < 2) return;
    needed_watched_[r.lits[0]].push_back(id);
    needed_watched_[r.lits[1]].push_back(id);
  }

  /// Marks what the falsity of a clause rests on; `literal` is left out.
  void mark_reasons(const Clause& clause) {
    std::size_t open = 0;
    std::size_t last = 0;
    auto see = [&](Lit l) {
      if (value_[l] == 0 || seen_[l / 2]) return;
      seen_[l / 2] = true;
      ++open;
      last = std::max(last, position_[l / 2]);
    };
    for (Lit l : clause)
      see(l);
    for (std::size_t at = last + 1; open > 0 && at-- > 0;) {
      std::size_t variable = trail_[at] / 2;
      if (!seen_[variable]) continue;
      seen_[variable] = false;
      --open;
      if (reason_[variable] == none) continue;
      need(reason_[variable]);
      for (Lit l : clauses_[reason_[variable]].lits)
        if (l / 2 != variable) see(l);
    }
  }
  void mark_conflict(std::size_t id) {
    need(id);
    mark_reasons(clauses_[id].lits);
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
        continue;
      }
      if (!r.active) continue; // always true
      r.active = false;
      for (Lit l : r.lits)
        if (is_true(l) && reason_[l / 2] == step.clause) {
          undo(position_[l / 2]);
          break;
        }
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
    std::size_t conflict = propagate();
    if (conflict == none) return false;
    mark_conflict(conflict);
    return true;
  }

  bool follows(std::size_t id) {
    std::size_t base = trail_.size();
    Clause lemma = clauses_[id].lits;
    bool result = refuted(lemma, none_literal);
    if (!result) result = resolvents_refuted(clauses_[id].first);
    undo(base);
    return result;
  }

  bool resolvents_refuted(Lit pivot) {
    std::size_t base = trail_.size();
    for (std::size_t id = 0; id < clauses_.size(); ++id) {
      const Record& r = clauses_[id];
      if (!r.active || std::find(r.lits.begin(), r.lits.end(), negation(pivot)) == r.lits.end())
        continue;
      Clause other = r.lits;
      bool fine = refuted(other, negation(pivot));
      undo(base);
      if (!fine) return false;
      need(id);
    }
    return true;
  }

  static constexpr Lit none_literal = 0; // no clause has it: variables begin with 1
  const std::function<bool()>& stop_;
  std::vector<Record> clauses_;
  std::vector<Change> steps_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
  std::vector<signed char> value_;
  std::vector<std::vector<std::size_t>> watched_;
  std::vector<std::vector<std::size_t>> needed_watched_;
  std::vector<std::size_t> position_; ///< of variables, on the trail
  std::vector<std::size_t> reason_;
  std::vector<char> seen_;
  std::vector<Lit> trail_;
  std::size_t done_ = 0;
  std::size_t needed_done_ = 0;
  std::size_t conflict_ = none;
  std::uint64_t ticks_ = 0;
};

} // namespace

int check_refutation(std::string_view cnf,
                     std::string_view proof,
                     const std::function<bool()>& stop,
                     std::string& why) {
  try {
    std::vector<Clause> question = read_question(cnf);
    why = Checker(stop).check(question, read_refutation(proof));
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
