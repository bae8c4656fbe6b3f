# cu2cl_embed_files(<out.cpp> <function> <folder> <names...>)
# Makes <out.cpp> with `llvm::ArrayRef<EmbeddedFile> cu2cl::catalog::<function>()`, which gives the
# files <names...> of <folder> (see translator/catalog/EmbeddedHeaders.h). Extra arguments after
# DEPENDS are targets or files to wait for.
function(cu2cl_embed_files OUT FUNCTION FOLDER)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  list(SORT ARG_UNPARSED_ARGUMENTS)
  list(TRANSFORM ARG_UNPARSED_ARGUMENTS PREPEND ${FOLDER}/ OUTPUT_VARIABLE FILES)
  add_custom_command(
    OUTPUT ${OUT}
    COMMAND cu2cl-generate embed ${OUT} ${FUNCTION} ${FOLDER} ${ARG_UNPARSED_ARGUMENTS}
    COMMAND ${CMAKE_COMMAND} -E touch ${OUT}
    DEPENDS cu2cl-generate ${FILES} ${ARG_DEPENDS}
    COMMENT "Embedding ${FUNCTION}"
    VERBATIM)
endfunction()
