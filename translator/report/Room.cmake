# Diagnostics and reports, and the tool that makes docs/diagnostics.
cu2cl_add_room(report DiagnosticPages.cpp Diagnostics.cpp HtmlReport.cpp JsonReport.cpp LineDiff.cpp)
add_executable(cu2cl-diagnostics ${PROJECT_SOURCE_DIR}/tools/diagnostics-pages/main.cpp)
target_link_libraries(cu2cl-diagnostics PRIVATE cu2cl_report)
