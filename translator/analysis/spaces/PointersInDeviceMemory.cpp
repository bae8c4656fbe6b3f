// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers that device code has in memory, seen from its own text:
//   View *v = (View *)bytes;    the pointers in a View lie in memory
//   out->next = list;           so does what the kernel got as `list`

#include "analysis/spaces/PointersInDeviceMemory.h"
#include "analysis/spaces/AddressSpaceSolution.h"
#include "clang/AST/Attr.h"
#include <deque>
#include <functional>

using namespace clang;
using namespace cu2cl;

static bool isMemory(AddressSpace S) {
  return S == AddressSpace::Global || S == AddressSpace::Constant;
}

static bool isObjectPointer(QualType T) {
  return T->isPointerType() && !T->isFunctionPointerType();
}

/// Calls \p Work with the pointers in an object of class \p R, and with those that they lead to if
/// \p After says so.
static void forEachPointer(ASTContext &Context, const RecordDecl *R, bool Behind,
                           std::set<const RecordDecl *> &Seen,
                           llvm::function_ref<void(const FieldDecl *)> Work) {
  R = R ? R->getDefinition() : nullptr;
  const SourceManager &SM = Context.getSourceManager();
  if (!R || SM.isInSystemHeader(SM.getFileLoc(R->getLocation())) || !Seen.insert(R).second)
    return;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      forEachPointer(Context, B.getType()->getAsRecordDecl(), Behind, Seen, Work);
  for (const FieldDecl *F : R->fields()) {
    QualType T = Context.getBaseElementType(F->getType());
    if (isObjectPointer(T))
      Work(F);
    while (Behind && isObjectPointer(T))
      T = Context.getBaseElementType(T->getPointeeType());
    forEachPointer(Context, T->getAsRecordDecl(), Behind, Seen, Work);
  }
}

/// The pointers in objects that lie in memory.
void HostPointers::storedFields(std::vector<StoredPointer> &Out) const {
  std::map<const RecordDecl *, const FunctionDecl *> InMemory;
  for (const FunctionClone &V : List)
    for (auto [E, Node] : Index.Bodies[Solution.Spaces.where(V).Body].Nodes) {
      QualType T = E->getType();
      if (T.isNull()) // of what does not parse
        continue;
      if (T->isPointerType())
        T = T->getPointeeType();
      const RecordDecl *R = T->getAsRecordDecl();
      R = R ? R->getDefinition() : nullptr;
      if (!R || !Index.Holders.holdPointers(R) || Node == NoNode)
        continue;
      bool IsPointer = E->getType()->isPointerType();
      if (IsPointer ? isMemory(Solution.pointee(V, E, 0))
                    : E->isGLValue() && isMemory(Solution.storage(V, E))) {
        const FunctionDecl *&By = InMemory[R];
        if (!By || V.Function->getLocation() < By->getLocation())
          By = V.Function;
      }
    }
  for (auto [R, By] : InMemory) {
    std::set<const RecordDecl *> Seen;
    forEachPointer(Context, R, /*Behind=*/true, Seen,
                   [&, By = By](const FieldDecl *F) { Out.push_back({F, nullptr, 0, By}); });
  }
}

/// The values that lie in memory, as classes of the solver.
std::set<uint32_t> HostPointers::contentsOfMemory(const SolvedPlace &W) const {
  std::set<uint32_t> Seen, Contents;
  std::deque<uint32_t> Queue;
  auto Push = [&](uint32_t N) {
    if (Seen.insert(Solver->Graph.find(N)).second)
      Queue.push_back(Solver->Graph.find(N));
  };
  std::function<void(uint32_t)> AddContents = [&](uint32_t N) {
    if (!Contents.insert(Solver->Graph.find(N)).second)
      return;
    for (auto [Key, Child] : Solver->Graph.children(N))
      if (Key >= step::Field && Key != ~0u)
        AddContents(Child);
  };
  for (uint32_t I = 0; I != Facts[0].Bodies[W.Body].NodeCount; ++I)
    Push(Solver->Program.global({0, W.Body}, I));
  while (!Queue.empty()) {
    uint32_t N = Queue.front();
    Queue.pop_front();
    if (uint32_t Content = Solution.Spaces.deref(N);
        Content != NoNode && isMemory(Solution.Spaces.space(W, N)))
      AddContents(Content);
    for (auto [Key, Child] : Solver->Graph.children(N))
      Push(Child);
  }
  return Contents;
}

/// The parameters of a kernel that it leaves in memory.
void HostPointers::storedParameters(const FunctionClone &Kernel,
                                    std::vector<StoredPointer> &Out) const {
  const SolvedPlace &W = Solution.Spaces.where(Kernel);
  std::set<uint32_t> Contents = contentsOfMemory(W);
  auto IsStored = [&](uint32_t N) { return N != NoNode && Contents.count(Solver->Graph.find(N)); };
  std::function<void(uint32_t, const RecordDecl *)> AddParts = [&](uint32_t Value,
                                                                   const RecordDecl *R) {
    R = R ? R->getDefinition() : nullptr;
    if (!R || Value == NoNode || !Index.Holders.holdPointers(R))
      return;
    if (const auto *C = dyn_cast<CXXRecordDecl>(R))
      for (const CXXBaseSpecifier &B : C->bases())
        AddParts(Value, B.getType()->getAsRecordDecl());
    for (const FieldDecl *F : R->fields()) {
      QualType T = Context.getBaseElementType(F->getType());
      if (isObjectPointer(T) && IsStored(Solution.Spaces.fieldNode(Value, F)))
        Out.push_back({F, nullptr, 0, Kernel.Function});
      AddParts(Solution.Spaces.fieldNode(Value, F), T->getAsRecordDecl());
    }
  };
  for (const ParmVarDecl *P : Kernel.Function->parameters()) {
    uint32_t Value = Solution.Spaces.deref(Solution.Spaces.entityNode(W.Body, P));
    if (isObjectPointer(P->getType()) && IsStored(Value))
      Out.push_back({nullptr, Kernel.Function, P->getFunctionScopeIndex(), Kernel.Function});
    AddParts(Value, P->getType()->getAsRecordDecl());
  }
}

std::vector<StoredPointer> HostPointers::stored() const {
  std::vector<StoredPointer> Result;
  storedFields(Result);
  for (const FunctionClone &V : List)
    if (V.Function->hasAttr<CUDAGlobalAttr>())
      storedParameters(V, Result);
  return Result;
}

namespace {

/// Writes the entries as facts.
class StoreFacts {
public:
  StoreFacts(const ParsedSide &Device, UnitPointerConstraints &Facts)
      : Device(Device), Facts(Facts) {
    Facts.Strings.push_back("");
    Facts.Places.emplace_back();
    Facts.Bodies.emplace_back(); // namespace scope
  }

  void add(const std::string &Usr, const StoredPointer &P) {
    if (P.Field)
      addField(Usr, P);
    else
      addParameter(Usr, P);
  }

  /// \p By makes pointers of integers: they are addresses of shared memory.
  void addNumbers(const FunctionDecl *By) {
    FactBody &Body = Facts.Bodies.front();
    FactEntity E;
    E.Usr = E.Name = string(use::AddressNumbers);
    E.Node = Body.NodeCount++;
    E.Place = place(By->getLocation());
    E.Shared = true;
    Body.Entities.push_back(E);
    uint32_t Value = Body.NodeCount++;
    Body.Facts.push_back({FactOp::Child, E.Node, Value, step::Deref, 0, 0});
    Body.Facts.push_back(
        {FactOp::Use, Value, 0, use::StoredOnDevice | use::Found, E.Place,
         string("an integer, of which '" + By->getNameAsString() + "' makes a pointer")});
  }

private:
  uint32_t string(std::string Text) {
    Facts.Strings.push_back(std::move(Text));
    return uint32_t(Facts.Strings.size() - 1);
  }
  uint32_t place(SourceLocation Loc) {
    const SourceManager &SM = Device.sources();
    SourceLocation File = SM.getFileLoc(Loc);
    Facts.Places.push_back(
        {Device.pathOf(File), SM.getSpellingLineNumber(File), SM.getSpellingColumnNumber(File)});
    return uint32_t(Facts.Places.size() - 1);
  }

  /// The pointers in the object at \p Address, of type \p T, are found in memory.
  void mark(FactBody &Body, uint32_t Address, QualType T, const StoredPointer &P,
            const std::string &Text) {
    uint32_t Place = place(P.By->getLocation()), Words = string(Text);
    for (T = Device.context().getBaseElementType(T); isObjectPointer(T);
         T = Device.context().getBaseElementType(T->getPointeeType())) {
      uint32_t Value = Body.NodeCount++;
      Body.Facts.push_back({FactOp::Child, Address, Value, step::Deref, 0, 0});
      Body.Facts.push_back({FactOp::Use, Value, 0, use::StoredOnDevice | use::Found, Place, Words});
      Address = Value;
    }
  }

  void addField(const std::string &Usr, const StoredPointer &P) {
    FactBody &Body = Facts.Bodies.front();
    FactEntity E;
    E.Usr = string(Usr);
    E.Name = string(P.Field->getNameAsString());
    E.Node = Body.NodeCount++;
    E.Place = place(P.Field->getLocation());
    E.Shape = string(pointerShape(Device.context(), P.Field->getType()));
    E.Shared = true;
    Body.Entities.push_back(E);
    mark(Body, E.Node, P.Field->getType(), P,
         "in memory that '" + P.By->getNameAsString() + "' uses");
  }

  void addParameter(const std::string &Usr, const StoredPointer &P) {
    FactBody Body;
    Body.Usr = string(Usr);
    Body.Parameters.assign(P.Parameter + 1, NoNode);
    uint32_t Address = Body.Parameters[P.Parameter] = Body.NodeCount++;
    uint32_t Value = Body.NodeCount++;
    Body.Facts.push_back({FactOp::Child, Address, Value, step::Deref, 0, 0});
    Body.Facts.push_back({FactOp::Use, Value, 0, use::StoredOnDevice | use::Found,
                          place(P.By->getLocation()),
                          string("stored in memory by kernel '" + P.By->getNameAsString() + "'")});
    Facts.Bodies.push_back(std::move(Body));
  }

  const ParsedSide &Device;
  UnitPointerConstraints &Facts;
};

} // namespace

UnitPointerConstraints cu2cl::collectPointersInDeviceMemory(const AddressSpaceMap &Spaces,
                                                            const ParsedSide &Device) {
  UnitPointerConstraints Facts;
  const SourceManager &SM = Device.sources();
  Facts.Unit = Device.pathOf(SM.getLocForStartOfFile(SM.getMainFileID())) + DeviceFacts;
  std::map<std::pair<std::string, unsigned>, StoredPointer> Sorted;
  // inferAddressSpaces makes no other.
  const auto &Solution = static_cast<const AddressSpaceSolution &>(Spaces);
  for (const StoredPointer &P : Solution.Stored.stored()) {
    std::string Usr =
        pointerUsr(Device, Side::Host, P.Field ? static_cast<const Decl *>(P.Field) : P.Kernel);
    Sorted.try_emplace({Usr, P.Parameter}, P);
  }
  StoreFacts Out(Device, Facts);
  for (const auto &[Key, P] : Sorted)
    Out.add(Key.first, P);
  if (const FunctionDecl *By = Solution.makesPointers())
    Out.addNumbers(By);
  return Facts;
}
