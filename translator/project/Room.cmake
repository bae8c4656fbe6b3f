# The room that finds projects and writes their ports.
cu2cl_add_room(project BuildCommand.cpp BuildGraph.cpp ClangCheck.cpp CMakeFileApi.cpp CMakeFunctions.cpp
  CMakeGenerated.cpp CMakeGenerators.cpp CMakeInterpreter.cpp CMakeLanguage.cpp CMakeListsIntake.cpp CMakeProperties.cpp CMakeQuestions.cpp CMakeRules.cpp
  CMakeRun.cpp CMakeSources.cpp CMakeWriter.cpp CudaStandIn.cpp CompileCommandsIntake.cpp CompilerOptions.cpp CompleteOutput.cpp DefinitionMarks.cpp FolderScan.cpp ForkedChecks.cpp KnownLibraries.cpp Layout.cpp LinkGroups.cpp MakefileIntake.cpp Manifest.cpp
  OffRegions.cpp OutputTree.cpp ProgramOptions.cpp Project.cpp ProjectCopy.cpp ProjectPaths.cpp RunRecord.cpp SelfCheck.cpp ShellWords.cpp SourceFolders.cpp SourceIntake.cpp SourceScan.cpp
  StagedFolder.cpp UserFlags.cpp)
target_link_libraries(cu2cl_project PUBLIC cu2cl_report cu2cl_catalog cu2cl_frontend)
target_compile_definitions(cu2cl_project PRIVATE CU2CL_RESOURCE_DIR="${CU2CL_RESOURCE_DIR}")
