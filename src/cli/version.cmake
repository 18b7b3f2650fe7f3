# Writes version.h, with the revision of the sources if git knows it. Runs at every build; the file
# is touched only when its contents change.
find_program(git git)
set(revision "")
if(git)
  execute_process(COMMAND ${git} -C ${source_dir} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(hash)
    set(revision " (${hash})")
  endif()
endif()
configure_file(${source_dir}/src/cli/version.h.in ${output} @ONLY)
