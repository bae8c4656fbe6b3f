// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/cmake/CompleteOutput.h"
#include "catalog/EmbeddedHeaders.h"
#include "project/cmake/CMakeWriter.h"
#include "project/intake/FolderScan.h"

namespace cu2cl {

using llvm::StringRef;

/// Adds to \p Used the device headers of clrt that \p Text includes, directly or through others.
static void findDeviceHeaders(StringRef Text, const std::map<std::string, StringRef> &Device,
                              std::set<std::string> &Used) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line = Line.ltrim();
    if (!Line.consume_front("#") || !Line.ltrim().starts_with("include"))
      continue;
    StringRef Name = Line.split('"').second.split('"').first;
    size_t Slash = Name.rfind('/');
    auto Found = Device.find(Name.substr(Slash == StringRef::npos ? 0 : Slash + 1).str());
    if (Found != Device.end() && Used.insert(Found->first).second)
      findDeviceHeaders(Found->second, Device, Used);
  }
}

static OutputFile generated(StringRef Text) {
  OutputFile File;
  File.Content = Text.str();
  return File;
}

void addDeviceHeaders(OutputFiles &Files) {
  std::map<std::string, StringRef> Device;
  for (const catalog::EmbeddedFile &File : catalog::clrtFiles()) {
    StringRef Name = File.Name;
    if (Name.consume_front("device/"))
      Device[Name.str()] = File.Text;
  }
  std::set<std::string> Used;
  for (const auto &[Name, File] : Files)
    if (File.Kind == OutputFile::Device)
      findDeviceHeaders(File.Content, Device, Used);
  for (const std::string &Name : Used)
    Files["clrt/device/" + Name] = generated(Device[Name]);
}

void completeOutput(const Project &P, const Layout &L, const WriteOptions &Options,
                    OutputFiles &Files) {
  addDeviceHeaders(Files);
  if (Options.KernelsOnly)
    return;
  for (const catalog::EmbeddedFile &File : catalog::clrtFiles())
    if (!File.Name.starts_with("device/"))
      Files["clrt/" + File.Name.str()] = generated(File.Text);
  Files["CMakeLists.txt"] = generated(cmakeText(P, L, Files));
}

} // namespace cu2cl
