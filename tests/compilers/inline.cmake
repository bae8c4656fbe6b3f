# cmake -DCLRT=folder -DFILE=... -DFOLDERS=... -DOUTPUT=... -P inline.cmake
# Writes the source as the build of a port embeds it, by the same function.
include("${CLRT}/cmake/clrt_embed.cmake")
get_filename_component(name "${FILE}" NAME)
clrt_inline("${FILE}" "${name}" "${FOLDERS}" "" text files)
file(WRITE "${OUTPUT}.tmp" "${text}")
file(RENAME "${OUTPUT}.tmp" "${OUTPUT}")
