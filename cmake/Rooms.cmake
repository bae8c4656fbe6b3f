# LLVM and Clang, and how a room of core/ and translator/ becomes a library.
find_package(LLVM 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(Clang REQUIRED CONFIG HINTS ${LLVM_DIR}/../clang)

add_library(cu2cl_llvm INTERFACE)
target_include_directories(cu2cl_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_include_directories(cu2cl_llvm INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/translator
                           ${PROJECT_BINARY_DIR})
separate_arguments(CU2CL_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(cu2cl_llvm INTERFACE ${CU2CL_LLVM_DEFINITIONS} -fno-exceptions -fno-rtti -fPIC
  -Wno-deprecated-declarations) # libstdc++ 12 deprecates what its own algorithms use
target_link_libraries(cu2cl_llvm INTERFACE clang-cpp LLVM)
# The folder with Clang's own headers (stddef.h ...), needed at run time.
find_path(CU2CL_RESOURCE_DIR NAMES include/stddef.h REQUIRED
  PATHS ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR} NO_DEFAULT_PATH)

# Clang's headers cost seconds per file; they are precompiled once, and every room uses the result.
set(CU2CL_PREBUILT_PCH "" CACHE FILEPATH "A Clang PCH of core/source/Precompiled.h to use instead of building one")
if(NOT CU2CL_PREBUILT_PCH)
  add_library(cu2cl_pch OBJECT ${PROJECT_SOURCE_DIR}/core/source/Precompiled.cpp)
  target_link_libraries(cu2cl_pch PRIVATE cu2cl_llvm)
  target_precompile_headers(cu2cl_pch PRIVATE ${PROJECT_SOURCE_DIR}/core/source/Precompiled.h)
endif()

# cu2cl_use_pch(<target>): for code that includes Clang's headers.
function(cu2cl_use_pch TARGET)
  if(CU2CL_PREBUILT_PCH)
    target_compile_options(${TARGET} PRIVATE -include-pch ${CU2CL_PREBUILT_PCH})
  else()
    target_precompile_headers(${TARGET} REUSE_FROM cu2cl_pch)
  endif()
endfunction()

# cu2cl_add_room(<name> [FOLDER <folder>] [PRECOMPILED <header>]): the static library cu2cl_<name> of
# the sources below the folder, <name> if there is none. The header includes what most of them
# include; it is precompiled with Clang's where sources are compiled one by one.
function(cu2cl_add_room NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ROOM "" "FOLDER;PRECOMPILED" "")
  if(NOT ROOM_FOLDER)
    set(ROOM_FOLDER ${NAME})
  endif()
  file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${ROOM_FOLDER}/*.cpp)
  list(FILTER SOURCES EXCLUDE REGEX /main\\.cpp$|/Precompiled\\.cpp$)
  add_library(cu2cl_${NAME} STATIC ${SOURCES})
  # Names in unnamed namespaces differ within a room, so that its sources can be compiled together.
  set_target_properties(cu2cl_${NAME} PROPERTIES UNITY_BUILD ${CU2CL_UNITY_BUILD}
    UNITY_BUILD_BATCH_SIZE ${CU2CL_UNITY_BATCH})
  target_link_libraries(cu2cl_${NAME} PUBLIC cu2cl_llvm)
  if(ROOM_PRECOMPILED AND NOT CU2CL_PREBUILT_PCH AND NOT CU2CL_UNITY_BUILD)
    target_precompile_headers(cu2cl_${NAME} PRIVATE ${PROJECT_SOURCE_DIR}/core/source/Precompiled.h
      ${CMAKE_CURRENT_SOURCE_DIR}/${ROOM_PRECOMPILED})
  else()
    cu2cl_use_pch(cu2cl_${NAME})
  endif()
endfunction()
