// SPDX-License-Identifier: Apache-2.0
#include "kleene/kleene.h"

#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the user

namespace kleene {
namespace {

std::string command() {
  const char* chosen = std::getenv("KLEENE");
  return chosen != nullptr && *chosen != '\0' ? chosen : KLEENE_COMMAND;
}

Answer failed(const std::string& why) {
  Answer answer;
  answer.reason = why;
  return answer;
}

/// Runs the command; what it prints, and how it ended.
bool run(std::vector<std::string> words, std::string& output, int& exit_code) {
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t child = 0;
  int error = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  char buffer[4096];
  for (ssize_t n = 0; error == 0 && (n = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    output.append(buffer, static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  if (error != 0 || ::waitpid(child, &status, 0) != child) return false;
  exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return true;
}

/// The value of a field of the document that is a string of plain characters or escaped ones.
std::string field(const std::string& json, const std::string& name) {
  std::string start = "\n  \"" + name + "\": \"";
  std::size_t at = json.find(start);
  if (at == std::string::npos) return {};
  std::string value;
  for (at += start.size(); at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\' && at + 1 < json.size()) ++at;
    value += json[at];
  }
  return value;
}

} // namespace

Answer check(const std::vector<std::string>& files, const std::vector<std::string>& options) {
  std::vector<std::string> words{command(), "check", "--quiet", "--json", "-"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), files.begin(), files.end());
  Answer answer;
  if (!run(words, answer.json, answer.exit_code)) return failed("cannot run " + words.front());
  std::string verdict = field(answer.json, "verdict");
  answer.reason = field(answer.json, "reason");
  if (verdict == "true") {
    answer.verdict = Verdict::True;
  } else if (verdict.rfind("false(", 0) == 0) {
    answer.verdict = Verdict::False;
    answer.property = verdict.substr(6, verdict.size() - 7);
  } else if (verdict == "unknown") {
    answer.verdict = Verdict::Unknown;
  }
  return answer;
}

} // namespace kleene
