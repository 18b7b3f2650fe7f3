// SPDX-License-Identifier: Apache-2.0
#include "kernel.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <dlfcn.h>
#include <link.h>
#include <string>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace kleene::kernel {

namespace {

constexpr int initial_nodes = 20'000;
constexpr int nodes_per_cache_entry = 4;
constexpr std::size_t bytes_per_node = 20;
/// The table doubles, but grows by at most this many nodes at once (80 MB).
constexpr int max_increase = 4'000'000;
/// Enlarge the table if a collection leaves less than this many percent free.
constexpr int min_free_percent = 33;
constexpr long tick_nanoseconds = 50'000'000;

int tick_signal() {
  return SIGRTMIN + 4;
}

struct CodeRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool contains(std::uintptr_t address) const { return begin <= address && address < end; }
};

/// The executable segment that holds BuDDy's code.
CodeRange find_buddy_code() {
  struct Search {
    std::uintptr_t inside = 0;
    CodeRange found;
  };
  Search search;
  search.inside = reinterpret_cast<std::uintptr_t>(static_cast<BDD (*)(BDD)>(&bdd_addref));
  auto visit = [](dl_phdr_info* info, std::size_t, void* data) {
    auto& wanted = *static_cast<Search*>(data);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& segment = info->dlpi_phdr[i];
      std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
      std::uintptr_t end = begin + segment.p_memsz;
      if (segment.p_type != PT_LOAD || wanted.inside < begin || wanted.inside >= end) continue;
      wanted.found = {begin, end};
      return 1;
    }
    return 0;
  };
  dl_iterate_phdr(visit, &search);
  return search.found;
}

/// BuDDy's functions that replace the memory of its tables: left in their middle, a pointer could be
/// stale, and shutting down would free it once more.
constexpr std::array table_functions{
    "bdd_noderesize",  "BddCache_init",     "BddCache_resize",        "BddCache_done",
    "bdd_setvarnum",   "bdd_operator_init", "bdd_operator_varresize", "bdd_operator_done",
    "bdd_newpair",     "bdd_register_pair", "bdd_freepair",           "bdd_resetpair",
    "bdd_setpair",     "bdd_setbddpair",    "bdd_pairs_resize",       "bdd_pairs_vardown",
    "bddtree_new",     "bddtree_del",       "bddtree_addrange",       "bddtree_addrange_rec",
    "bdd_reorder_done"};

CodeRange function_code(const char* name) {
  void* address = ::dlsym(RTLD_DEFAULT, name);
  Dl_info info{};
  ElfW(Sym)* symbol = nullptr;
  if (address == nullptr
      || ::dladdr1(address, &info, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) == 0
      || symbol == nullptr)
    return {};
  auto begin = reinterpret_cast<std::uintptr_t>(address);
  return {begin, begin + symbol->st_size};
}

/// Where BuDDy may be left: inside its code, but outside the functions above.
struct Interruptible {
  CodeRange all;
  std::array<CodeRange, table_functions.size()> except;

  static Interruptible find() {
    Interruptible result{find_buddy_code(), {}};
    std::ranges::transform(table_functions, result.except.begin(), function_code);
    // Without its size a function cannot be avoided; collections still check the budget.
    if (result.except.front().begin == result.except.front().end) result.all = {};
    return result;
  }
  bool contains(std::uintptr_t address) const {
    return all.contains(address)
           && std::ranges::none_of(except, [&](CodeRange r) { return r.contains(address); });
  }
};

Interruptible interruptible_code;

std::uintptr_t interrupted_address(void* context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
#else
  (void)context;
  return 0; // never inside BuDDy: only collections and the gaps between operations are checked
#endif
}

void on_tick(int, siginfo_t*, void* context) {
  KernelState& s = state();
  if (s.interruptible == 0) return;
  if (!interruptible_code.contains(interrupted_address(context))) return;
  if (!s.budget->exhausted()) return;
  s.interruptible = 0;
  siglongjmp(s.back, 1);
}

void on_error(int code) {
  KernelState& s = state();
  if (s.ignore_errors) return;
  s.interruptible = 0;
  if (code == BDD_REPLACE) throw RenamingClash{};
  if (code == BDD_NODENUM) throw ResourceOut("decision diagrams: node limit reached");
  if (code == BDD_MEMORY) {
    s.broken = true;
    throw ResourceOut("decision diagrams: out of memory");
  }
  throw InternalError(std::string("decision diagrams: ") + bdd_errstring(code));
}

void on_collection(int before, bddGbcStat*) {
  KernelState& s = state();
  if (before == 0 || s.reordering || s.ignore_errors) return;
  auto was = s.interruptible;
  s.interruptible = 0;
  s.budget->check();
  s.interruptible = was;
}

/// The table is about to grow, and has noted its new size already.
void on_resize(int old_nodes, int new_nodes) {
  KernelState& s = state();
  auto was = s.interruptible;
  s.interruptible = 0;
  s.broken = true;
  s.budget->check_memory(static_cast<std::size_t>(new_nodes - old_nodes) * bytes_per_node);
  s.broken = false;
  s.interruptible = was;
}

void arm_timer() {
  KernelState& s = state();
  interruptible_code = Interruptible::find();
  struct sigaction action {};
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(tick_signal(), &action, &s.old_action);

  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = tick_signal();
  event._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
  if (timer_create(CLOCK_MONOTONIC, &event, &s.timer) != 0) {
    sigaction(tick_signal(), &s.old_action, nullptr);
    return; // collections still check the budget
  }
  itimerspec every{{0, tick_nanoseconds}, {0, tick_nanoseconds}};
  timer_settime(s.timer, 0, &every, nullptr);
  s.timer_armed = true;
}

void disarm_timer() {
  KernelState& s = state();
  if (!s.timer_armed) return;
  timer_delete(s.timer);
  // A tick that is already pending must not meet the default action, which ends the process.
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(tick_signal(), &ignore, nullptr);
  sigaction(tick_signal(), &s.old_action, nullptr);
  s.timer_armed = false;
}

void shut_down() {
  KernelState& s = state();
  s.ignore_errors = true;
  bdd_done();
  Visited::forget();
  s = KernelState{};
}

} // namespace

KernelState& state() {
  static KernelState instance;
  return instance;
}

void start(Budget& budget, std::size_t max_nodes) {
  KernelState& s = state();
  KL_INVARIANT(!s.closing, "handles of the last manager should be gone before a new one starts");
  KL_INVARIANT(bdd_isrunning() == 0, "there should be one manager at a time");
  s = KernelState{};
  s.budget = &budget;
  int limit = static_cast<int>(std::min<std::size_t>(max_nodes, 64'000'000));
  bdd_error_hook(on_error);
  bdd_init(std::min(initial_nodes, limit), initial_nodes / nodes_per_cache_entry);
  bdd_gbc_hook(on_collection);
  bdd_resize_hook(on_resize);
  bdd_reorder_hook(nullptr);
  bdd_error_hook(on_error);
  bdd_setmaxincrease(max_increase);
  bdd_setminfreenodes(min_free_percent);
  bdd_setcacheratio(nodes_per_cache_entry);
  bdd_setmaxnodenum(limit);
  // Without any variable bdd_done() frees the tables of the manager before once more. The manager
  // hands this one out first.
  set_variable_count(1);
  arm_timer();
}

void set_variable_count(int count) {
  // A collection inside bdd_setvarnum() would read the new, still empty stack.
  int needed = 2 * (count - bdd_varnum()) + 2;
  if (bddfreenum < needed) bdd_gbc();
  while (bddfreenum < needed)
    if (bdd_noderesize(1) != 0) throw ResourceOut("decision diagrams: node limit reached");
  bdd_setvarnum(count);
  std::fill_n(bddrefstack, 2 * count + 4, 0);
}

void finish() {
  KernelState& s = state();
  disarm_timer();
  if (s.handles == 0)
    shut_down();
  else
    s.closing = true;
}

void drop_handle() {
  KernelState& s = state();
  if (--s.handles == 0 && s.closing) shut_down();
}

std::vector<unsigned char> Visited::marks_;
unsigned char Visited::stamp_ = 0;

Visited::Visited() {
  bddStat now;
  bdd_stats(&now);
  auto nodes = static_cast<std::size_t>(now.nodenum);
  if (marks_.size() < nodes) marks_.resize(nodes, stamp_);
  if (++stamp_ == 0) {
    std::fill(marks_.begin(), marks_.end(), 0);
    stamp_ = 1;
  }
}

void before_operation() {
  KernelState& s = state();
  if (s.broken) throw ResourceOut("decision diagrams: an operation was interrupted");
  KL_INVARIANT(s.budget != nullptr && !s.closing, "a BddManager should be alive");
  if (s.calls++ % 64 == 0) s.budget->check();
}

void forget_intermediate_results() {
  bddrefstacktop = bddrefstack;
}

void throw_interrupted() {
  KernelState& s = state();
  s.interruptible = 0;
  s.broken = true;
  s.budget->check();
  throw ResourceOut("time limit reached");
}

} // namespace kleene::kernel
