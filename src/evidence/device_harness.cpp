// SPDX-License-Identifier: Apache-2.0
#include "device_harness.h"

#include <string_view>

namespace kleene::evidence {
namespace {

constexpr std::string_view text = R"(
/* Devices: memory where the program finds what it is told, page by page. */
#include <sys/mman.h>
extern void *__libc_stack_end;
static uintptr_t kleene_pages[64];
static unsigned kleene_page_count;

/* Is the address that of a device? Where nothing is, there is one. */
KLEENE_LOCAL int kleene_device(void *address) {
  uintptr_t page = (uintptr_t)address & ~(uintptr_t)4095;
  for (unsigned i = 0; i < kleene_page_count; i++)
    if (kleene_pages[i] == page) return 1;
  if (!page || kleene_page_count == sizeof kleene_pages / sizeof *kleene_pages) return 0;
  if (mmap((void *)page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | 0x100000 /* not where something is */, -1, 0)
      != (void *)page)
    return 0;
  kleene_pages[kleene_page_count++] = page;
  return 1;
}

/* Local variables are nobody else's. */
KLEENE_LOCAL int kleene_on_stack(void *address) {
  return (char *)__builtin_frame_address(0) <= (char *)address && (char *)address <= (char *)__libc_stack_end;
}

KLEENE_LOCAL void kleene_give(void *address, size_t size) {
  int kept = size >= sizeof(void *) && kleene_input("environment.volatile_kept");
  long long value = kleene_input("environment.volatile");
  if (!kept) memcpy(address, &value, size);
}

KLEENE_LOCAL void kleene_reads(void *address, size_t size, int is_volatile) {
  int device = kleene_device(address);
  if (device || (is_volatile && !kleene_on_stack(address))) kleene_give(address, size);
}

KLEENE_GLOBAL void __tsan_init(void) {}
KLEENE_GLOBAL void __tsan_func_entry(void *caller) { (void)caller; }
KLEENE_GLOBAL void __tsan_func_exit(void) {}
KLEENE_GLOBAL void __tsan_read_range(void *address, unsigned long size) { (void)address; (void)size; }
KLEENE_GLOBAL void __tsan_write_range(void *address, unsigned long size) { (void)address; (void)size; }
#define KLEENE_ACCESSES(kind, size) \
  KLEENE_GLOBAL void __tsan_##kind##read##size(void *at) { kleene_reads(at, size, 0); } \
  KLEENE_GLOBAL void __tsan_##kind##write##size(void *at) { kleene_device(at); } \
  KLEENE_GLOBAL void __tsan_##kind##volatile_read##size(void *at) { kleene_reads(at, size, 1); } \
  KLEENE_GLOBAL void __tsan_##kind##volatile_write##size(void *at) { kleene_device(at); }
KLEENE_ACCESSES(, 1)
KLEENE_ACCESSES(, 2)
KLEENE_ACCESSES(, 4)
KLEENE_ACCESSES(, 8)
KLEENE_ACCESSES(unaligned_, 2)
KLEENE_ACCESSES(unaligned_, 4)
KLEENE_ACCESSES(unaligned_, 8)
)";

} // namespace

std::vector<std::string> device_flags(const std::string& compiler) {
  if (compiler == "gcc") return {"-fsanitize=thread", "--param", "tsan-distinguish-volatile=1"};
  return {"-Xclang", "-fsanitize=thread", "-mllvm", "-tsan-distinguish-volatile=1"};
}

std::string device_functions() {
  return std::string(text);
}

} // namespace kleene::evidence
