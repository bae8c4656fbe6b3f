// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/ToolkitPaths.h"
#include "catalog/EmbeddedHeaders.h"
#include "frontend/ParsedUnit.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace cu2cl {

StringRef headerOfToolkit(StringRef Path) {
  if (!Path.starts_with("/usr/") && !Path.starts_with("/opt/"))
    return "";
  // "cuda", "cuda-10.1", then perhaps "targets/x86_64-linux", then "include".
  StringRef Before, Name;
  std::tie(Before, Name) = Path.rsplit("/include/");
  if (StringRef Parent = Before.rsplit('/').first; Parent.ends_with("/targets"))
    Before = Parent.drop_back(StringRef("/targets").size());
  StringRef Folder = Before.rsplit('/').second;
  bool IsToolkit = Folder.consume_front("cuda") && (Folder.empty() || Folder.starts_with("-"));
  bool IsBundled = IsToolkit && llvm::any_of(catalog::cudaHeaders(),
                                             [&](const auto &File) { return File.Name == Name; });
  return IsBundled ? Name : "";
}

namespace {

/// A bundled header whose name Clang takes instead of the one that it asked for.
class NamedFile : public llvm::vfs::File {
public:
  explicit NamedFile(std::unique_ptr<llvm::vfs::File> Base) : Base(std::move(Base)) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override {
    auto Status = Base->status();
    if (Status)
      Status->ExposesExternalVFSPath = true;
    return Status;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t Size, bool Terminated, bool Volatile) override {
    return Base->getBuffer(Name, Size, Terminated, Volatile);
  }
  std::error_code close() override { return Base->close(); }

private:
  std::unique_ptr<llvm::vfs::File> Base;
};

class ToolkitFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    std::string Written = Path.str();
    StringRef Name = headerOfToolkit(Written);
    if (Name.empty()) {
      // Clang asks for the folder first, which need not exist.
      auto Own = ProxyFileSystem::status(Path);
      if (Own || headerOfToolkit(Written + "/cuda.h").empty())
        return Own;
      auto Folder = ProxyFileSystem::status(cudaHeaderRoot());
      return Folder ? llvm::vfs::Status::copyWithNewName(*Folder, Path) : Folder;
    }
    auto Status = ProxyFileSystem::status(cudaHeaderRoot() + "/" + Name);
    if (Status) // Clang takes the name of the bundled file
      Status->ExposesExternalVFSPath = true;
    return Status;
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    std::string Written = Path.str();
    StringRef Name = headerOfToolkit(Written);
    if (Name.empty())
      return ProxyFileSystem::openFileForRead(Path);
    auto File = ProxyFileSystem::openFileForRead(cudaHeaderRoot() + "/" + Name);
    if (!File)
      return File;
    return std::make_unique<NamedFile>(std::move(*File));
  }
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withToolkitPaths(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base) {
  return llvm::makeIntrusiveRefCnt<ToolkitFileSystem>(std::move(Base));
}

void markSystemHeaders(clang::Preprocessor &PP) {
  for (const catalog::EmbeddedFile &Header : catalog::cudaHeaders())
    if (auto File =
            PP.getFileManager().getOptionalFileRef((cudaHeaderRoot() + "/" + Header.Name).str()))
      PP.getHeaderSearchInfo().MarkFileSystemHeader(*File);
}

void nameToolkitHeaders(ParsedSide &Side) {
  for (IncludeDirective &I : Side.Includes)
    if (StringRef Name = headerOfToolkit(I.Spelled);
        !Name.empty() && StringRef(I.Path).starts_with(cudaHeaderRoot()))
      I.Spelled = Name.str();
}

} // namespace cu2cl
