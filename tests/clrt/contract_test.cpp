// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The contract lines of files of variants: what they say, and what is wrong with broken ones.

#include "fixture.h"

#include "contract.h"
#include "launch_view.h"

using namespace clrt_impl;

namespace {

std::vector<std::string> problems_of(const std::string &source, VariantFile *file = nullptr) {
  std::vector<std::string> problems;
  VariantFile read = read_contracts("f.cl", "#line 1 \"f.cl\"\n" + source, problems);
  if (file)
    *file = read;
  return problems;
}

TEST(Contracts, AreReadWhole) {
  VariantFile file;
  EXPECT_EQ(problems_of(
                "//@device platform~\"Portable Computing Language\" type=CPU\r\n"
                "  //@device vendor!~Intel driver!=\"1 2\"\n"
                "//@from x.cl 0123\n"
                "//@variant 1 f_x4 of f for pocl-cpu\n"
                "//@ schedule merge x 4; group 16 8 1, anything\n"
                "//@ items 4 1 2,group 16 same same/2 , append items2 local_bytes items0,local 3\n"
                "//@ when items0 > 1\n//@ when bytes(7) > 1\n"
                "// a comment\n"
                "__kernel void f_x4() {}\n"
                "//@variant 1 g_x1 of g for any\n"
                "//@ group 1 1 1\n//@\titems 1 1 1\n",
                &file),
            std::vector<std::string>());
  ASSERT_EQ(file.devices.size(), 2u);
  ASSERT_EQ(file.devices[0].size(), 2u);
  EXPECT_EQ(file.devices[0][0].value, "Portable Computing Language");
  EXPECT_TRUE(file.devices[0][0].is_part);
  EXPECT_EQ(file.devices[0][1].key, DeviceTest::Type);
  EXPECT_FALSE(file.devices[1][0].wanted);
  EXPECT_EQ(file.devices[1][1].value, "1 2");
  ASSERT_EQ(file.contracts.size(), 2u);
  const Contract &c = file.contracts[0];
  EXPECT_EQ(c.name + c.kernel + c.target + c.place, "f_x4fpocl-cpuf.cl:4");
  EXPECT_EQ(c.items[2], 2u);
  EXPECT_EQ(c.group[0].number, 16u);
  EXPECT_TRUE(c.group[1].is_plain);
  EXPECT_EQ(c.group[2].number, 2u);
  EXPECT_EQ(c.appended, (std::vector<int>{2, Contract::local_bytes, 0}));
  EXPECT_EQ(c.local, 3u);
  EXPECT_EQ(c.local_part(0), 128u);
  EXPECT_EQ(c.local_part(128), 128u);
  EXPECT_EQ(c.local_part(129), 256u);
  EXPECT_EQ(file.contracts[1].local_part(129), 129u);
  EXPECT_EQ(c.when.size(), 2u);
  EXPECT_EQ(c.last_argument(), 7);
  EXPECT_EQ(file.contracts[1].last_argument(), -1);
}

TEST(Contracts, ThatAreBroken) {
  const std::string device = "//@device any\n", variant = "//@variant 1 f_x of f for t\n",
                    rest = "//@ items 1 1 1, group 1 1 1\n";
  const std::pair<std::string, const char *> cases[] = {
      {variant + rest, "f.cl:1: the file has no //@device line"},
      {"//@device\n" + variant + rest, "f.cl:1: a //@device line without a test"},
      {"//@device any type=cpu\n" + variant + rest, "f.cl:1: 'any' goes with no other test"},
      {"//@device kind=cpu\n" + variant + rest, "f.cl:1: 'kind=cpu' is no test of a device"},
      {"//@device type\n" + variant + rest, "f.cl:1: 'type' is no test of a device"},
      {"//@device type=\n" + variant + rest, "f.cl:1: 'type=' names nothing to compare with"},
      {"//@device device~\"a b\n" + variant + rest, "f.cl:1: a text has no closing '\"'"},
      {device + variant + rest + device, "f.cl:4: a //@device line follows a variant"},
      {device + "//@ items 1 1 1\n", "f.cl:2: the line belongs to no //@variant line"},
      {device + "//@varaint 1 f_x of f for t\n", "f.cl:2: '//@varaint' is no contract line"},
      {device + "//@variant 1 f_x of f\n" + rest,
       "f.cl:2: a variant begins with '//@variant 1 NAME"},
      {device + "//@variant 1 f-x of f for t\n" + rest, "f.cl:2: a variant begins with"},
      {device + "//@variant f_x of f for t\n" + rest, "f.cl:2: this clrt reads version 1"},
      {device + "//@variant 2 f_x of f for t\n" + rest, "f.cl:2: this clrt reads version 1"},
      {device + variant + "//@ group 1 1 1\n", "f.cl:2: the contract has no 'items'"},
      {device + variant + "//@ items 1 1 1\n", "f.cl:2: the contract has no 'group'"},
      {device + variant + "\n" + rest, "f.cl:2: the contract has no 'items'"},
      {device + variant + "//@ items 1 1, group 1 1 1\n", "f.cl:3: 'items' takes three numbers"},
      {device + variant + "//@ items 1 0 1, group 1 1 1\n",
       "f.cl:3: 'items' takes three numbers, not '0'"},
      {device + variant + "//@ items 1 1 1, group 1 1 same/0\n", "f.cl:3: 'group' takes three"},
      {device + variant + "//@ items 1 1 1, group 1 1 half\n", "f.cl:3: 'group' takes three"},
      {device + variant + "//@ items 1 1 1, group 64 64 1\n", "f.cl:2: a group has at most 1024"},
      {device + variant + rest + "//@ items 1 1 1\n", "f.cl:4: 'items' is there twice"},
      {device + variant + rest + "//@ append items3\n", "f.cl:4: 'append' takes items0"},
      {device + variant + rest + "//@ append\n", "f.cl:4: 'append' names nothing"},
      {device + variant + rest + "//@ local x\n", "f.cl:4: 'local' takes one number"},
      {device + variant + "//@ items 1 1 1,, group 1 1 1\n", "f.cl:3: a part of the line is empty"},
      {device + variant + rest + "//@ whem 1\n", "f.cl:4: 'whem' is no part of a contract"},
      {device + variant + rest + "//@ when items0 >\n",
       "f.cl:4: the condition: a value is missing"},
  };
  for (const auto &c : cases) {
    const std::string good = "//@variant 1 g_x of g for t\n//@ items 1 1 1, group 1 1 1\n";
    VariantFile file;
    const std::vector<std::string> problems = problems_of(c.first, &file);
    ASSERT_GE(problems.size(), 1u) << c.first;
    EXPECT_EQ(problems[0].find(std::string("clrt: ") + c.second), 0u) << problems[0];
    EXPECT_NE(problems[0].find("; correct the line as cu2cl's docs/variants.md says"),
              std::string::npos);
    const bool is_torn = c.first.find("\n\n") != std::string::npos; // its rest has no contract
    EXPECT_EQ(problems.size(), is_torn ? 2u : 1u) << problems[1];
    const bool file_is_broken = problems[0].find("The file's variants") != std::string::npos;
    for (const Contract &contract : file.contracts)
      EXPECT_TRUE(!file_is_broken && contract.name == "f_x" &&
                  problems[0].find(" is not used") != std::string::npos)
          << problems[0];
    if (!file_is_broken) { // what else is in the file stays
      problems_of(c.first + "\n" + good, &file);
      EXPECT_EQ(file.contracts.empty() ? "" : file.contracts.back().name, "g_x") << c.first;
    }
  }
}

TEST(Contracts, SayWhichDevicesTheyServe) {
  Device *d;
  ASSERT_EQ(current(d), CLRT_SUCCESS);
  const std::string name = info_text(d->id, CL_DEVICE_NAME),
                    platform = platform_text(d->platform, CL_PLATFORM_NAME),
                    vendor = info_text(d->id, CL_DEVICE_VENDOR),
                    driver = info_text(d->id, CL_DRIVER_VERSION),
                    type = info<cl_device_type>(d->id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU ? "gpu"
                                                                                            : "cpu";
  const std::string floats =
      std::to_string(info<cl_uint>(d->id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT));
  const std::string yes[] = {"any",
                             "device=\"" + name + "\"",
                             "device~\"" + name.substr(1, 5) + "\"",
                             "platform=\"" + platform + "\" vendor=\"" + vendor + "\" driver=\"" +
                                 driver + "\"",
                             "type=" + type,
                             "type!=custom",
                             "device!~nosuchdevice",
                             "version~\"opencl \"",
                             "extensions~CL_KHR_",
                             "native_floats=" + floats,
                             "native_floats!=3",
                             "device=x\n//@device any"};
  const std::string no[] = {"device=nosuchdevice",
                            "type=custom",
                            "type!=" + type,
                            "type=" + type + " device~nosuchdevice",
                            "device!=\"" + name + "\"",
                            "native_floats!=" + floats,
                            "native_floats=3",
                            "extensions=cl_khr_"};
  VariantFile file;
  for (const std::string &text : yes) {
    EXPECT_TRUE(problems_of("//@device " + text + "\n", &file).empty()) << text;
    EXPECT_TRUE(file.serves(d)) << text;
  }
  for (const std::string &text : no) {
    EXPECT_TRUE(problems_of("//@device " + text + "\n", &file).empty()) << text;
    EXPECT_FALSE(file.serves(d)) << text;
  }
}

} // namespace
