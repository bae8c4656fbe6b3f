// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/Manifest.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

using llvm::StringRef;

std::string hashOf(StringRef Content) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Content)), /*LowerCase=*/true);
}

/// The manifest of \p Folder as JSON; an empty object if there is none.
static llvm::json::Object parseManifest(const std::string &Folder) {
  std::string Text;
  if (!readFile(Folder + "/" + ManifestName, Text))
    return {};
  llvm::Expected<llvm::json::Value> Parsed = llvm::json::parse(Text);
  if (!Parsed) {
    llvm::consumeError(Parsed.takeError());
    return {};
  }
  llvm::json::Object *Root = Parsed->getAsObject();
  return Root ? std::move(*Root) : llvm::json::Object();
}

std::optional<Manifest> readManifest(const std::string &Folder) {
  const llvm::json::Object Root = parseManifest(Folder);
  const llvm::json::Object *Files = Root.getObject("files");
  if (!Files)
    return std::nullopt;
  Manifest M;
  for (const auto &[Name, Hash] : *Files)
    if (auto Text = Hash.getAsString())
      M.Hashes[Name.str()] = Text->str();
  return M;
}

std::optional<RunRecord> readRunRecord(const std::string &Folder, const Project &P) {
  const llvm::json::Object Text = parseManifest(Folder);
  const llvm::json::Object *Run = Text.getObject("run");
  return Run ? readRecord(*Run, P) : std::nullopt;
}

std::string manifestText(const Manifest &M, StringRef Version, const RunRecord *Run,
                         const Project &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("cu2cl", Version);
    J.attributeObject("files", [&] {
      for (const auto &[Name, Hash] : M.Hashes)
        J.attribute(Name, Hash);
    });
    if (Run)
      J.attributeObject("run", [&] { writeRecord(J, *Run, P); });
  });
  return Text + "\n";
}

} // namespace cu2cl
