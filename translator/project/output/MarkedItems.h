// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_MARKEDITEMS_H
#define CU2CL_PROJECT_OUTPUT_MARKEDITEMS_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// The functions, types and other declarations of an output file in which something is marked for
/// work by hand. What a compiler says about the text after a mark, or about the size of a type
/// with one, follows from the mark.
class MarkedItems {
public:
  explicit MarkedItems(llvm::StringRef Text);

  /// Returns true if a mark is in line \p Line, from 1, or before it in the same declaration.
  bool isBehindMark(unsigned Line) const;
  /// Returns true if type \p Name has a member with a mark, or one of a type that has.
  bool isMarkedType(llvm::StringRef Name) const { return Types.count(Name.str()) != 0; }

private:
  struct Item {
    unsigned Mark, End; ///< the lines of the first mark and of the end
  };
  void add(llvm::StringRef Text, unsigned Line);

  std::vector<Item> Items;
  std::set<std::string> Types;
};

} // namespace cu2cl

#endif
