// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/ParsedUnit.h"
#include "catalog/Catalog.h"
#include "core/source/PreprocessorRecord.h"
#include "frontend/BrokenNodes.h"
#include "frontend/DeviceOnlyConstants.h"
#include "frontend/HeaderErrors.h"
#include "frontend/ImplicitMembers.h"
#include "frontend/InlineAssembly.h"
#include "frontend/InvisibleReferences.h"
#include "frontend/Invocation.h"
#include "frontend/LibraryErrors.h"
#include "frontend/SharedStart.h"
#include "frontend/ToolkitPaths.h"
#include "frontend/TransparentLists.h"
#include "frontend/UserBodies.h"
#include "frontend/UserTokens.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/Utils.h"
#include <thread>

using namespace clang;

namespace cu2cl {
namespace {

/// Keeps Clang's errors as values; warnings about the input are the user's compiler's business.
class MessageCollector : public DiagnosticConsumer {
public:
  explicit MessageCollector(std::vector<FrontendMessage> &Into) : Into(Into) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level == DiagnosticsEngine::Note) {
      if (!Into.empty())
        Headers.takeNote(Info, Into.back().File, Into.back().Line, Into.back().Column);
      return;
    }
    Headers.forget();
    if (Level < DiagnosticsEngine::Error)
      return;
    // nvcc takes `%tid.x` in inline assembly as `%%tid.x`; whoever cannot read the text says so.
    bool IsEscape = Info.getID() == clang::diag::err_asm_invalid_escape;
    if (IsEscape || lacksLinkage(Info) || repeatsLibrary(Info)) {
      ++Foreign;
      return;
    }
    FrontendMessage Message;
    Message.IsError = true;
    SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    Message.Text = std::string(Text);
    // A kernel that is launched from device code: the analysis of device code says so at its place.
    if (llvm::StringRef(Message.Text).starts_with("reference to __global__ function ")) {
      ++Foreign;
      Message.Number = diag::DynamicParallelism;
    }
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc Loc = Info.getSourceManager().getPresumedLoc(
          Info.getSourceManager().getExpansionLoc(Info.getLocation()), /*UseLineDirectives=*/false);
      if (Loc.isValid()) {
        Message.File = Loc.getFilename();
        Message.Line = Loc.getLine();
        Message.Column = Loc.getColumn();
      }
    }
    if (!isNews(Message, Info) || followsFromMissingHeader(Message, Info.getID()))
      return;
    if (Message.Number == diag::ParseError && ++Told >= MostTold) {
      if (Told > MostTold)
        return;
      Message.Text = "there are more errors than " + std::to_string(MostTold - 1);
    }
    if (Message.Number == diag::ParseError)
      Headers.takeError(Info, Message.Text, Message.File, Message.Line, Message.Column);
    Into.push_back(std::move(Message));
  }

  void add(const std::string &File, std::string Text) {
    Into.push_back({true, File, 0, 0, std::move(Text)});
    Failed = true;
  }

  /// True if there were no errors but those that are reported elsewhere.
  bool hasErrors() const { return Failed || getNumErrors() > Foreign; }

private:
  /// The bundled headers declare templates such as cudaMalloc<T> and do not define them: no fault
  /// if T is a class of an anonymous namespace, or of no name.
  static bool lacksLinkage(const clang::Diagnostic &Info) {
    return Info.getID() == clang::diag::err_undefined_internal_type && Info.hasSourceManager() &&
           Info.getSourceManager().isInSystemHeader(Info.getLocation());
  }

  /// Returns true if the program declares a function of the C library once more
  /// (`extern "C" int puts(const char *);`). The bundled headers declare it for both sides, which
  /// Clang takes for another function; calls mean the library's.
  static bool repeatsLibrary(const clang::Diagnostic &Info) {
    if (Info.getID() != clang::diag::err_cuda_ovl_target || !Info.hasSourceManager() ||
        Info.getArgKind(3) != DiagnosticsEngine::ak_nameddecl)
      return false;
    const auto *Known = reinterpret_cast<const NamedDecl *>(Info.getRawArg(3));
    const SourceManager &SM = Info.getSourceManager();
    const llvm::StringRef Text = SM.getCharacterData(SM.getExpansionLoc(Info.getLocation()));
    const size_t End = Text.find_first_of(";{");
    return SM.isInSystemHeader(Known->getLocation()) && End != llvm::StringRef::npos &&
           Text[End] == ';';
  }

  /// Returns true if \p Message is to be told. A use of a library becomes the library's diagnostic.
  bool isNews(FrontendMessage &Message, const clang::Diagnostic &Info) {
    if (!Message.Line || Message.Number != diag::ParseError)
      return true;
    const SourceManager &SM = Info.getSourceManager();
    std::pair<FileID, unsigned> Place = SM.getDecomposedLoc(SM.getExpansionLoc(Info.getLocation()));
    llvm::StringRef Text = SM.getBufferData(Place.first);
    llvm::StringRef Line = Text.substr(Text.take_front(Place.second).rfind('\n') + 1);
    LibraryErrors::Verdict Library =
        Libraries.classify(Message.Text, Message.File, Message.Line, Line.split('\n').first);
    if (Library.Number) {
      Message.Number = Library.Number;
      Message.Text = Library.Name;
    }
    return !Library.Follows;
  }

  /// Most of what Clang says after a header that is not there is about names of that header.
  bool followsFromMissingHeader(const FrontendMessage &Message, unsigned Id) {
    bool Missing = Id == clang::diag::err_pp_file_not_found ||
                   Id == clang::diag::err_pp_file_not_found_angled_include_not_fatal;
    LacksHeader |= Missing;
    return LacksHeader && !Missing && Message.Number == diag::ParseError;
  }

  LibraryErrors Libraries;
  HeaderErrors Headers;
  std::vector<FrontendMessage> &Into;
  static constexpr unsigned MostTold = 51;
  unsigned Foreign = 0, Told = 0;
  bool LacksHeader = false;
  bool Failed = false;
};

std::shared_ptr<CompilerInvocation>
makeInvocation(const CompileCommand &Command, Side S, const FrontendOptions &Options,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
               llvm::IntrusiveRefCntPtr<DiagnosticsEngine> Diags) {
  std::vector<std::string> Args = clangArguments(Command, S, Options);
  std::vector<const char *> Pointers;
  for (const std::string &Arg : Args)
    Pointers.push_back(Arg.c_str());
  CreateInvocationOptions Create;
  Create.VFS = std::move(Files);
  Create.Diags = std::move(Diags);
  Create.RecoverOnError = true;
  return createInvocation(Pointers, Create);
}

/// The command line of an empty source with what \p Command's units share in front of it.
CompileCommand emptyLike(const CompileCommand &Command) {
  CompileCommand Empty = Command;
  Empty.File = startMainPath();
  Empty.Flags.insert(Empty.Flags.end(), {"-include", startPath()});
  return Empty;
}

} // namespace

/// Returns true if the text of a CUDA file asks for std::pow, placement new or their like, which
/// nobody has included. nvcc includes <cmath>, <cstdlib> and <new> unasked; they take longer than
/// the rest of CUDA's headers, and most programs that need them say so.
static bool lacksStandardHeaders(const CompileCommand &Command, const ParsedSide &Side) {
  return Command.Lang == Language::Cuda && !llvm::is_contained(Command.Flags, "cmath") &&
         llvm::any_of(Side.Messages, [](const FrontendMessage &M) {
           llvm::StringRef Text = M.Text;
           return M.IsError &&
                  (Text.contains("in namespace 'std'") || Text.contains("include <new>") ||
                   Text.starts_with("call to 'abs' is ambiguous"));
         });
}

/// Returns the macros that ask for those of CUDA's old names that the text misses.
static std::set<std::string> missingOldNames(const CompileCommand &Command,
                                             const ParsedSide &Side) {
  std::set<std::string> Out;
  if (Command.Lang != Language::Cuda)
    return Out;
  for (const catalog::DeviceFunction &F : catalog::deviceFunctions()) {
    std::string Quoted = ("'" + F.Cuda + "'").str(), Flag = "-D" + F.askingMacro();
    if (F.isOldName() && !llvm::is_contained(Command.Flags, Flag) &&
        llvm::any_of(Side.Messages, [&](const FrontendMessage &M) {
          return M.IsError && llvm::StringRef(M.Text).contains(Quoted);
        }))
      Out.insert(Flag);
  }
  return Out;
}

/// Returns how the text of \p Side has to be parsed once more to be what it is to nvcc; nothing if
/// \p Side is that.
static std::optional<std::pair<CompileCommand, FrontendOptions>>
otherParse(const CompileCommand &Command, const ParsedSide &Side, const FrontendOptions &Options,
           const RedeclaredSides &Missing) {
  const bool LacksHeaders = lacksStandardHeaders(Command, Side);
  const bool LacksSides = !Options.Added && !Missing.empty();
  const std::set<std::string> OldNames = missingOldNames(Command, Side);
  if (!LacksHeaders && !LacksSides && OldNames.empty())
    return std::nullopt;
  std::pair<CompileCommand, FrontendOptions> Again(Command, Options);
  if (LacksHeaders)
    Again.first.Flags.insert(Again.first.Flags.begin(),
                             {"-include", "cmath", "-include", "cstdlib", "-include", "new"});
  Again.first.Flags.insert(Again.first.Flags.begin(), OldNames.begin(), OldNames.end());
  if (LacksSides)
    Again.second.Added = std::make_shared<const RedeclaredSides>(Missing);
  return Again;
}

/// Returns a compiler that is ready to read \p Command's file; null if it cannot be made.
static std::unique_ptr<CompilerInstance>
makeCompiler(const CompileCommand &Command, Side S, const FrontendOptions &Options,
             const std::map<std::string, std::string> &Changed, MessageCollector *Collector) {
  auto Files = inputFileSystem(Changed);
  if (Options.CudaPath.empty())
    Files = withToolkitPaths(Files);
  auto Compiler = std::make_unique<CompilerInstance>();
  Compiler->createDiagnostics(Collector, /*ShouldOwnClient=*/true);
  auto Invocation = makeInvocation(Command, S, Options, Files, &Compiler->getDiagnostics());
  if (!Invocation)
    return nullptr;
  Invocation->getFrontendOpts().DisableFree = false;
  Invocation->getFrontendOpts().SkipFunctionBodies = true; // as UserBodiesAction says
  Compiler->setInvocation(std::move(Invocation));
  ProcessWarningOptions(Compiler->getDiagnostics(), Compiler->getDiagnosticOpts(),
                        /*ReportDiags=*/false);
  // After a fatal error Clang instantiates no template: std::string would be an int. Too many
  // errors are one, and each use of a library without translation is an error.
  Compiler->getDiagnostics().setFatalsAsError(true);
  Compiler->getDiagnostics().setErrorLimit(0);
  Compiler->createFileManager(Files);
  Compiler->createSourceManager(Compiler->getFileManager());
  // Comments are attached to declarations by position, ordinary ones too.
  Compiler->getLangOpts().CommentOpts.ParseAllComments = true;
  return Compiler->createTarget() ? std::move(Compiler) : nullptr;
}

/// Returns the files that \p Tokens come from.
static std::set<FileID> filesOf(llvm::ArrayRef<syntax::Token> Tokens, const SourceManager &SM) {
  std::set<FileID> Out;
  FileID Last;
  for (const syntax::Token &T : Tokens) {
    FileID File = SM.getFileID(SM.getExpansionLoc(T.location()));
    if (File != Last)
      Out.insert(File);
    Last = File;
  }
  return Out;
}

std::unique_ptr<ParsedSide> parseSide(const CompileCommand &Command, Side S,
                                      const FrontendOptions &Options,
                                      const std::map<std::string, std::string> &Changed,
                                      const SharedStart *Start) {
  if (Start && Command.File != startMainPath())
    return parseSide(emptyLike(Command), S, Options,
                     {{startMainPath(), ""}, {startPath(), startText(*Start)}}, Start);
  std::unique_ptr<ParsedSide> Result(new ParsedSide);
  Result->IsModule = !Command.ModuleFiles.empty();
  auto *Collector = new MessageCollector(Result->Messages); // the compiler's
  auto Compiler = makeCompiler(Command, S, Options, Changed, Collector);
  if (!Compiler) {
    Result->HasErrors = true;
    return Result;
  }
  auto Action = std::make_unique<UserBodiesAction>(Options.ProjectRoot, Start);
  if (!Action->BeginSourceFile(*Compiler, Compiler->getFrontendOpts().Inputs.front())) {
    Result->HasErrors = true;
    return Result;
  }
  Preprocessor &PP = Compiler->getPreprocessor();
  if (Options.CudaPath.empty())
    markSystemHeaders(PP);
  PP.addPPCallbacks(recordPreprocessor(*Result, Compiler->getSourceManager()));
  UserTokens Tokens(*Compiler, S, Options.ProjectRoot, Options.Added);
  if (llvm::Error E = Action->Execute())
    Collector->add(Command.File, toString(std::move(E)));
  if (auto Again = otherParse(Command, *Result, Options, Action->missingSides()); Again && Start) {
    Start->IsRefused = true;
  } else if (Again) {
    Tokens.consume(); // the preprocessor goes
    Action->EndSourceFile();
    return parseSide(Again->first, S, Again->second, Changed);
  }
  if (Collector->getNumErrors())
    closeBrokenNodes(Compiler->getASTContext());
  replaceTransparentLists(Compiler->getASTContext());
  if (S == Side::Device) {
    if (Tokens.nameAssembly())
      writeOutAssembly(Compiler->getSema());
    writeOutImplicitMembers(Compiler->getASTContext());
    passEndingObjectsByReference(Compiler->getASTContext());
  }
  nameToolkitHeaders(*Result);
  Result->Tokens = Tokens.consume();
  Result->FilesWithTokens = filesOf(Result->Tokens->expandedTokens(), Compiler->getSourceManager());
  Compiler->setSema(nullptr); // nobody asks it from here on
  Result->HasErrors = Collector->hasErrors();
  Result->Compiler = std::move(Compiler);
  if (S == Side::Device)
    freeDeviceOnlyConstants(*Result);
  Result->Action = std::move(Action);
  return Result;
}

ParsedUnit parseUnit(const CompileCommand &Command, const FrontendOptions &Options) {
  ParsedUnit Unit;
  Unit.Command = Command;
  if (Command.Lang != Language::Cuda) {
    Unit.Host = parseSide(Command, Side::Host, Options);
    return Unit;
  }
  auto ParseDevice = [&] { Unit.Device = parseSide(Command, Side::Device, Options); };
  std::thread Device;
  if (Options.SidesAtTheSameTime)
    Device = std::thread(ParseDevice);
  Unit.Host = parseSide(Command, Side::Host, Options);
  if (Device.joinable())
    Device.join();
  else
    ParseDevice();
  return Unit;
}

} // namespace cu2cl
