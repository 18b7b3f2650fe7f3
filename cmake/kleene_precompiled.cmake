# Precompiled headers: half of the time of a build goes into reading the same headers again. There are a few sets of
# them (src/precompiled), and a target gets the largest that consists of headers which it may include anyway. Only with
# gcc: other builds show where an include is missing.
find_package(fmt REQUIRED)
# Our headers are no system headers: warnings in them count.
set(CMAKE_PCH_PROLOGUE "")

# kleene_precompiled(name [MODULES ...] [SYSTEM ...]): the set in <name>.h of this folder, with headers of these modules and
# libraries.
function(kleene_precompiled name)
  cmake_parse_arguments(P "" "" "MODULES;SYSTEM" ${ARGN})
  if(NOT KLEENE_PRECOMPILED)
    return()
  endif()
  set(target kleene_precompiled_${name})
  add_library(${target} OBJECT ${CMAKE_SOURCE_DIR}/src/precompiled/nothing.cpp)
  target_link_libraries(${target} PRIVATE kleene_flags fmt::fmt ${P_SYSTEM})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/src/precompiled)
  foreach(module IN LISTS P_MODULES)
    target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:kleene_${module},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
  # In angle brackets it is found by the include path, and the text is the same in every checkout.
  target_precompile_headers(${target} PRIVATE <${name}.h>)
endfunction()

# kleene_use_precompiled(target name): the target is compiled with that set.
function(kleene_use_precompiled target name)
  if(KLEENE_PRECOMPILED)
    # Where the compiler cannot use the set, it reads the headers.
    target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:kleene_precompiled_${name},INCLUDE_DIRECTORIES>)
    # All users of a set are compiled with the same definitions.
    target_link_libraries(${target} PRIVATE fmt::fmt)
    target_precompile_headers(${target} REUSE_FROM kleene_precompiled_${name})
  endif()
endfunction()

# kleene_largest_precompiled(result modules...): the name of the set for a target that uses these modules.
function(kleene_largest_precompiled result)
  set(seen)
  foreach(module IN LISTS ARGN)
    get_target_property(below kleene_${module} KLEENE_BELOW)
    list(APPEND seen ${module} ${below})
  endforeach()
  set(name std)
  foreach(set IN ITEMS ir evidence)
    if(set IN_LIST seen)
      set(name ${set})
    endif()
  endforeach()
  set(${result} ${name} PARENT_SCOPE)
endfunction()
