# Warnings, sanitizers, linker and compiler cache, shared by every target.
option(KLEENE_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
option(KLEENE_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
option(KLEENE_BENCHMARKS "Build the benchmarks" ON)
option(KLEENE_PRECOMPILED "Precompile headers (gcc only)" ON)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(KLEENE_PRECOMPILED OFF)
endif()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")

add_library(kleene_flags INTERFACE)
target_compile_options(kleene_flags INTERFACE -Wall -Wextra -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers -Werror)
if(KLEENE_SANITIZE)
  # `vptr` needs the type information that the code around clang's classes is compiled without. And under the
  # sanitizers gcc 12 warns about parts of std::regex and std::function as if they were not initialised.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_compile_options(kleene_flags INTERFACE -Wno-maybe-uninitialized)
  add_link_options(-fsanitize=address,undefined)
endif()

if(KLEENE_FUZZ)
  # Everything is instrumented; tests/fuzz adds the driver. Clang warns about other things than the
  # compiler we build with, so its warnings do not stop a build.
  target_compile_options(kleene_flags INTERFACE -Wno-error)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  # Clang and gcc mangle some names of libfmt differently.
  add_compile_definitions(FMT_HEADER_ONLY)
endif()

find_program(KLEENE_MOLD mold)
if(KLEENE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
find_program(KLEENE_CCACHE ccache)
if(KLEENE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(KLEENE_CCACHE_COMMAND ${KLEENE_CCACHE})
  if(KLEENE_PRECOMPILED)
    # It may rely on precompiled headers, and learns from the compiler what a source includes.
    set(KLEENE_CCACHE_COMMAND env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${KLEENE_CCACHE})
  endif()
  set(CMAKE_C_COMPILER_LAUNCHER ${KLEENE_CCACHE_COMMAND})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${KLEENE_CCACHE_COMMAND})
endif()
