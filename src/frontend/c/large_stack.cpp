// SPDX-License-Identifier: Apache-2.0
#include "large_stack.h"

#include <exception>
#include <pthread.h>

namespace kleene::frontend::c {
namespace {

struct Job {
  const std::function<void()>* work;
  std::exception_ptr failure;
};

void* run_job(void* argument) {
  auto* job = static_cast<Job*>(argument);
  try {
    (*job->work)();
  } catch (...) {
    job->failure = std::current_exception();
  }
  return nullptr;
}

} // namespace

void run_on_large_stack(std::size_t bytes, const std::function<void()>& work) {
  Job job{&work, nullptr};
  constexpr std::size_t least = std::size_t(16) << 20;
  bool done = false;
  for (; !done && bytes >= least; bytes /= 2) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, bytes);
    pthread_t thread{};
    done = pthread_create(&thread, &attributes, run_job, &job) == 0;
    pthread_attr_destroy(&attributes);
    if (done) pthread_join(thread, nullptr);
  }
  if (!done) run_job(&job);
  if (job.failure) std::rethrow_exception(job.failure);
}

} // namespace kleene::frontend::c
