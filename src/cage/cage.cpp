// SPDX-License-Identifier: Apache-2.0
#include "kleene/cage/cage.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fences.h"
#include "filter.h"
#include "root.h"

namespace kleene::cage {
namespace {

/// Memory that a child shares with us, to say which fence could not be built.
class Ledger {
public:
  struct Page {
    const char* fence = nullptr;
    int error = 0;
  };
  Ledger() {
    void* memory =
        ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw ResourceOut("no memory for a ledger");
    page_ = new (memory) Page;
  }
  ~Ledger() { ::munmap(page_, sizeof(Page)); }
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  Page& page() const { return *page_; }

private:
  Page* page_;
};

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& s : strings)
    result.push_back(s.data());
  result.push_back(nullptr);
  return result;
}

/// Everything that the child needs, made before it exists: it may not ask for memory.
struct Plan {
  Root root;
  bool privileged = false;
  unsigned user = 0;
  unsigned group = 0;
  const std::vector<sock_filter>* calls = nullptr;
  std::vector<std::pair<int, int>> files;
  std::vector<char*> arguments;
  bool only_try = false; ///< build the cage and start nothing
};

/// The name of the program on the page from which it may be started; see filter.h.
const char* name_on_start_page() {
  void* page = ::mmap(reinterpret_cast<void*>(start_page), // NOLINT(performance-no-int-to-ptr)
                      page_bytes,
                      PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
                      -1,
                      0);
  if (page == MAP_FAILED) return nullptr;
  return std::strcpy(static_cast<char*>(page), program_path);
}

/// In the child. Returns only if something is missing.
void enter(const Plan& plan, Ledger::Page& ledger) {
  auto fence = [&](const char* name, bool built) {
    if (built) return true;
    ledger.error = errno;
    ledger.fence = name;
    return false;
  };
  const char* name = nullptr;
  char* no_environment[] = {nullptr};
  bool closed = (plan.privileged || fence("own user ids", map_ids(plan.user, plan.group)))
                && fence("a file system of its own", enter_root(plan.root))
                && fence("no open files", close_others(plan.files))
                && fence("no rights", give_up_rights(plan.privileged))
                && fence("limits", fix_limits()) && fence("a parent", die_with_parent())
                && fence("a page for its name", (name = name_on_start_page()) != nullptr)
                && fence("a filter of system calls", install_filter(*plan.calls));
  if (!closed) return;
  if (plan.only_try) ::_exit(0);
  ::execve(name, plan.arguments.data(), no_environment);
  fence("the start of the program", false);
}

ProcessOptions process_options(const CageOptions& options) {
  ProcessOptions result;
  result.seconds = options.seconds;
  result.budget = options.budget;
  result.input = options.input;
  result.large_stack = true;
  result.processor_seconds = static_cast<unsigned>(std::ceil(options.seconds)) + 1;
  result.file_bytes = options.file_bytes;
  result.resident_bytes = options.resident_bytes;
  result.most_output = options.output_bytes;
  return result;
}

ProcessResult
run_in(const std::filesystem::path& executable, const CageOptions& options, bool only_try) {
  if (std::getenv("KLEENE_NO_CAGE") != nullptr) return {.failure = "KLEENE_NO_CAGE is set"};
  if (filter().empty()) return {.failure = "the filter of system calls cannot be made"};
  TempDir folder;
  std::vector<std::string> words = options.arguments;
  words.insert(words.begin(), program_path);
  Plan plan;
  plan.privileged = privileged();
  plan.user = plan.privileged ? nobody : ::geteuid();
  plan.group = ::getegid();
  plan.root = plan_root(folder.path(), executable, options.file_bytes, plan.user);
  plan.calls = &filter();
  plan.files = options.files;
  plan.arguments = pointers(words);
  plan.only_try = only_try;
  Ledger ledger;
  ProcessOptions process = process_options(options);
  process.namespaces = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
                       | (plan.privileged ? 0U : unsigned(CLONE_NEWUSER));
  process.start = [&] { enter(plan, ledger.page()); };
  ProcessResult result = run_process({"namespaces"}, process);
  if (const char* fence = ledger.page().fence)
    result.failure = std::string(fence) + ": " + std::strerror(ledger.page().error);
  return result;
}

} // namespace

const std::string& obstacle() {
  static const std::string found = [] {
    ProcessResult tried = run_in("/dev/null", {.seconds = 10}, true);
    if (!tried.failure.empty()) return tried.failure;
    return tried.exit_code == 0 ? std::string() : std::string("it does not hold");
  }();
  return found;
}

ProcessResult run_caged(const std::filesystem::path& executable, const CageOptions& options) {
  return run_in(executable, options, false);
}

ProcessResult run_unsafe(const std::filesystem::path& executable, const CageOptions& options) {
  TempDir folder;
  std::string name = std::filesystem::absolute(executable).string();
  std::vector<std::string> words = options.arguments;
  words.insert(words.begin(), name);
  std::vector<char*> arguments = pointers(words);
  ProcessOptions process = process_options(options);
  process.directory = folder.path().string();
  process.start = [&] {
    char* no_environment[] = {nullptr};
    if (close_others(options.files)) ::execve(name.c_str(), arguments.data(), no_environment);
  };
  return run_process({name}, process);
}

} // namespace kleene::cage
