# kleene_module(name LAYER n SOURCES ... [DEPENDS ...] [PRIVATE_DEPENDS ...] [SYSTEM ...])
#
# A module is a static library kleene_<name> whose public headers are in include/kleene/.
# It may use only modules of lower layers: anything else stops the configuration. Include paths
# travel with the targets, so an undeclared #include does not compile. DEPENDS are modules whose
# headers appear in our public headers, PRIVATE_DEPENDS are those used in sources only, SYSTEM
# are third-party libraries (always private). Without SOURCES a module is headers only. A layer can
# be refined: 5.1 lies above 5 and below 6.
function(kleene_module name)
  cmake_parse_arguments(M "" "LAYER" "SOURCES;DEPENDS;PRIVATE_DEPENDS;SYSTEM" ${ARGN})
  if(NOT DEFINED M_LAYER)
    message(FATAL_ERROR "module ${name} has no LAYER")
  endif()
  set(kind STATIC)
  set(public PUBLIC)
  set(private PRIVATE)
  if(NOT M_SOURCES)
    set(kind INTERFACE)
    set(public INTERFACE)
    set(private INTERFACE)
  endif()
  add_library(kleene_${name} ${kind} ${M_SOURCES})
  add_library(kleene::${name} ALIAS kleene_${name})
  set_target_properties(kleene_${name} PROPERTIES KLEENE_LAYER ${M_LAYER})
  target_include_directories(kleene_${name} ${public} include)
  if(M_SOURCES)
    target_include_directories(kleene_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(kleene_${name} PRIVATE kleene_flags)
  endif()
  foreach(d IN LISTS M_DEPENDS M_PRIVATE_DEPENDS)
    if(NOT TARGET kleene_${d})
      message(FATAL_ERROR "${name} depends on ${d}, which is no module (or is added after it)")
    endif()
    get_target_property(l kleene_${d} KLEENE_LAYER)
    if(NOT l LESS M_LAYER)
      message(FATAL_ERROR "${name} (layer ${M_LAYER}) may not depend on ${d} (layer ${l})")
    endif()
  endforeach()
  list(TRANSFORM M_DEPENDS PREPEND kleene::)
  list(TRANSFORM M_PRIVATE_DEPENDS PREPEND kleene::)
  target_link_libraries(kleene_${name} ${public} ${M_DEPENDS} ${private} ${M_PRIVATE_DEPENDS} ${M_SYSTEM})
endfunction()

# kleene_unit_test(module SOURCES ... [DEPENDS ...]): one gtest binary for a module. Every gtest
# case is a ctest case of its own.
function(kleene_unit_test module)
  cmake_parse_arguments(T "" "" "SOURCES;DEPENDS;SYSTEM" ${ARGN})
  set(target test_${module})
  add_executable(${target} ${T_SOURCES})
  list(TRANSFORM T_DEPENDS PREPEND kleene::)
  target_link_libraries(${target} PRIVATE kleene_flags kleene::${module} ${T_DEPENDS} ${T_SYSTEM} GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS unit)
endfunction()
