// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/CheckedFiles.h"
#include "catalog/Catalog.h"
#include "frontend/Invocation.h"
#include "frontend/ParsedUnit.h"
#include "project/intake/FolderScan.h"
#include "project/output/ClangCheck.h"
#include "project/output/ForkedChecks.h"
#include "project/output/RunRecord.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;

const std::string CheckedFiles::Root = "/cu2cl-output";

namespace {

/// Stands for headers of libraries that are not translated.
const StringRef LibraryText = "#error CU2CL_LIBRARY\n";

/// Files that several threads look into: what changes in a file system while it is looked into is
/// its working folder, so that stays.
class SharedFiles : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
  std::error_code setCurrentWorkingDirectory(const llvm::Twine &) override { return {}; }
};

} // namespace

CheckedFiles::CheckedFiles(const Layout &L, const OutputFiles &Files) : Files(Files) {
  for (const auto &[Path, Plan] : L.files())
    if (!Files.count(Plan.Host) && !isCudaFile(Path))
      if (auto Buffer = llvm::MemoryBuffer::getFile(Path))
        Untouched.emplace(Root + "/" + Plan.Host, std::move(*Buffer));
  Output = outputInMemory();
}

std::vector<std::string> CheckedFiles::names() const {
  std::vector<std::string> Names;
  for (const auto &[Name, File] : Files)
    Names.push_back(Name);
  for (const auto &[Path, Buffer] : Untouched)
    Names.push_back(Path);
  return Names;
}

std::optional<std::string> CheckedFiles::textOf(const std::string &Path) const {
  if (auto It = Untouched.find(Path); It != Untouched.end())
    return It->second->getBuffer().str();
  StringRef Name = Path;
  auto It = Name.consume_front(Root + "/") ? Files.find(Name.str()) : Files.end();
  if (It == Files.end() || Name.starts_with("clrt/"))
    return std::nullopt;
  return It->second.Content;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> CheckedFiles::outputInMemory() const {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->setCurrentWorkingDirectory(Root);
  addHostHeaders(*Memory);
  // The machine may have them, or not; the port does not compile before their uses are gone.
  for (const catalog::Header &H : catalog::headers())
    if (H.Diag)
      Memory->addFile(Root + "/clrt/include/" + H.Name.str(), 0,
                      llvm::MemoryBuffer::getMemBuffer(LibraryText, H.Name));
  for (const auto &[Name, File] : Files)
    Memory->addFile(Root + "/" + Name, 0, llvm::MemoryBuffer::getMemBuffer(File.Content, Name));
  for (const auto &[Path, Buffer] : Untouched)
    Memory->addFileNoOwn(Path, 0, Buffer->getMemBufferRef());
  return Memory;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> CheckedFiles::view() const {
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  Overlay->pushOverlay(llvm::makeIntrusiveRefCnt<SharedFiles>(Output));
  return Overlay;
}

std::optional<std::string>
CheckedFiles::hashOf(const std::string &Read,
                     const std::function<std::optional<std::string>(const std::string &)> &HashOf) {
  if (StringRef(Read).starts_with(path::parent_path(cudaHeaderRoot())))
    return "part of this tool";
  if (!StringRef(Read).starts_with(Root + "/"))
    return HashOf(Read);
  std::string Path = absolutePath(Read, Root); // without dots
  StringRef Name = StringRef(Path).drop_front(Root.size() + 1);
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (auto It = Hashes.find(Path); It != Hashes.end())
      return It->second;
  }
  std::string Hash;
  if (auto It = Files.find(Name.str()); It != Files.end())
    Hash = quickHash(It->second.Content);
  if (auto It = Untouched.find(Path); It != Untouched.end())
    Hash = quickHash(It->second->getBuffer());
  std::lock_guard<std::mutex> Guard(Lock);
  return Hashes.emplace(Path, Hash).first->second;
}

} // namespace cu2cl
