# kleene_embed(sources FOLDER file...): each file becomes a string literal that a source includes, `page.css` as
# "page_css_text.inc". The list `sources` gets what belongs to the sources of the module.
function(kleene_embed sources folder)
  set(made)
  foreach(file ${ARGN})
    string(REPLACE "." "_" name ${file})
    set(to ${CMAKE_CURRENT_BINARY_DIR}/${name}_text.inc)
    add_custom_command(OUTPUT ${to}
      COMMAND ${CMAKE_COMMAND} -DINPUT=${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${file} -DOUTPUT=${to}
              -P ${CMAKE_SOURCE_DIR}/cmake/embed_text.cmake
      DEPENDS ${folder}/${file} ${CMAKE_SOURCE_DIR}/cmake/embed_text.cmake
      COMMENT "Embedding ${file}"
      VERBATIM)
    list(APPEND made ${to})
  endforeach()
  set(${sources} ${made} PARENT_SCOPE)
endfunction()
