// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The conditions of variants: what every term and operator says of a launch, and what they say of
// broken text.

#include "fixture.h"

#include "contract.h"
#include "launch_view.h"

#include <cstdlib>

using namespace clrt_impl;

namespace {

struct Members {
  int a;                // byte 0
  unsigned b;           // 4
  short c;              // 8
  unsigned char d;      // 10
  signed char e;        // 11
  unsigned short f;     // 12
  long long g;          // 16
  unsigned long long h; // 24
};

clrt_symbol table = {nullptr, 64, nullptr, 0};
const clrt_symbol *const table_list[] = {&table};

// A launch of 128 x 6 x 2 work-items in groups of 32 x 2 x 1 with a parameter of each kind.
class Conditions : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    ASSERT_EQ(current(device), CLRT_SUCCESS);
    ASSERT_EQ(clrt::malloc(&p, 1000 * sizeof(float)), CLRT_SUCCESS);
    ASSERT_EQ(clrt::malloc(&q, 1000 * sizeof(float)), CLRT_SUCCESS);
    ASSERT_EQ(clrt::malloc(&parent, 4096), CLRT_SUCCESS);
    ASSERT_EQ(clrt::malloc_host(&pinned, 4096), CLRT_SUCCESS);
    const cl_buffer_region regions[3] = {{0, 1024}, {1024, 1024}, {512, 1024}};
    cl_int code;
    for (int i = 0; i < 3; ++i) {
      parts[i] = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                   &regions[i], &code);
      ASSERT_EQ(code, CL_SUCCESS);
    }
    // Two buffers over host memory that they share a part of, and that begins at an odd place.
    memory.resize(16384);
    host = &memory[4096 - reinterpret_cast<uintptr_t>(memory.data()) % 4096 + 8];
    for (int i = 0; i < 3; ++i) {
      over_host[i] =
          clCreateBuffer(clrt::context(), CL_MEM_USE_HOST_PTR, 2048, host + 1024 * i, &code);
      ASSERT_EQ(code, CL_SUCCESS);
    }
  }
  void TearDown() override {
    for (int i = 0; i < 3; ++i) {
      clReleaseMemObject(parts[i]);
      clReleaseMemObject(over_host[i]);
    }
    EXPECT_EQ(clrt::free(p), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(q), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(parent), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free_host(pinned), CLRT_SUCCESS);
    Clrt::TearDown();
  }
  bool holds(const std::string &text) {
    Condition condition;
    std::string why;
    EXPECT_TRUE(condition.parse(text, why)) << text << ": " << why;
    const float *at = p + 5, *beside = q, *far = p + 1000, *ahead = p - 1;
    const Members members = {-7, 4000000000u, -2, 200, -100, 60000, -5, UINT64_MAX};
    const float *nothing = nullptr;
    int list_value = 77;
    const clrt_arg list[2] = {{CLRT_VALUE, 4, &list_value}, {CLRT_GLOBAL, 4, &beside}};
    const float *stack = reinterpret_cast<const float *>(&list_value);
    const clrt_arg args[] = {
        {CLRT_GLOBAL_AT, 4, &at},               // 0, 1
        {CLRT_VALUE, sizeof members, &members}, // 2
        {CLRT_GLOBAL, 4, &beside},              // 3
        {CLRT_GLOBAL, 4, &nothing},             // 4
        {CLRT_BUFFER_AT, 4, &parts[0]},         // 5, 6
        {CLRT_BUFFER, 4, &parts[1]},            // 7
        {CLRT_BUFFER, 4, &parts[2]},            // 8
        {CLRT_BUFFER, 4, &parent},              // 9
        {CLRT_LIST, 2, list},                   // 10, 11
        {CLRT_GLOBAL, 4, &pinned},              // 12
        {CLRT_BUFFER, 4, &over_host[0]},        // 13
        {CLRT_BUFFER, 4, &over_host[1]},        // 14
        {CLRT_BUFFER, 4, &over_host[2]},        // 15
        {CLRT_GLOBAL_AT, 4, &far},              // 16, 17
        {CLRT_GLOBAL_AT, 4, &ahead},            // 18, 19
        {CLRT_GLOBAL, 4, &stack},               // 20
    };
    const clrt_appended appended[] = {{CLRT_SYMBOL, 1, table_list, nullptr},      // 21
                                      {CLRT_DYNAMIC_LOCAL, 0, nullptr, nullptr}}; // 22
    const clrt_kernel kernel = {nullptr, "none", appended, 2, 0, 0};
    const clrt_config config = {{4, 3, 2}, {32, 2, 1}, 512, nullptr};
    Instance plain;
    std::vector<KnownRange> known(Condition::most_arguments);
    bool result = false;
    for (int round = 0; round < 2; ++round) { // the second one knows the memory
      LaunchView view(device, &kernel, &plain, &config, args, sizeof args / sizeof *args,
                      condition.last_argument(), known.data());
      const bool now = condition.holds(view);
      EXPECT_TRUE(round == 0 || now == result) << text;
      result = now;
    }
    return result;
  }
  void check(const char *text) {
    EXPECT_TRUE(holds(text)) << text;
    EXPECT_FALSE(holds("!(" + std::string(text) + ")")) << text;
  }
  // Neither it nor its contrary: it has no value.
  void check_no_value(const char *text) {
    EXPECT_FALSE(holds(text)) << text;
    EXPECT_FALSE(holds("!(" + std::string(text) + ")")) << text;
    EXPECT_TRUE(holds("1 || (" + std::string(text) + ")")) << text;
    EXPECT_FALSE(holds("0 && (" + std::string(text) + ")")) << text;
  }
  Device *device;
  float *p, *q, *pinned;
  cl_mem parent, parts[3], over_host[3];
  std::vector<char> memory;
  char *host;
};

TEST_F(Conditions, Operators) {
  for (const char *text : {"1",
                           "2 + 3 * 4 == 14",
                           "(2 + 3) * 4 == 20",
                           "7 / 2 == 3",
                           "-7 / 2 == -3",
                           "-7 % 3 == -1",
                           "10 - 3 - 2 == 5",
                           "24 / 4 / 2 == 3",
                           "1 < 2",
                           "2 <= 2",
                           "3 > 2",
                           "3 >= 3",
                           "1 != 2",
                           "1 < 2 == 1",
                           "0 || 1",
                           "1 || 0",
                           "1 && 2",
                           "(1 && 2) == 1",
                           "(2 || 0) == 1",
                           "!0",
                           "!!5 == 1",
                           "- -3 == 3",
                           "-(1 + 2) == 0 - 3",
                           "0x10 == 16",
                           "0 && 0 || 1",
                           "1 || 0 && 0",
                           "!(0 && 1 / 0)",
                           "1 || 1 / 0",
                           "9223372036854775807 > 0",
                           "  1<2&&2<3  ",
                           "1 && 1 && (0 || 1) && 2 > 1",
                           "items0 - 1 >= i32(2,0) && (items0 + 1) * 2 == 258"})
    check(text);
  for (const char *text : {"1 / 0", "1 % 0", "9223372036854775807 + 1", "-9223372036854775807 - 2",
                           "9223372036854775807 * 2", "(-9223372036854775807 - 1) / -1",
                           "(-9223372036854775807 - 1) % -1", "-(-9223372036854775807 - 1)"})
    check_no_value(text);
}

TEST_F(Conditions, SizesAndValues) {
  for (const char *text : {"items0 == 128",
                           "items1 == 6",
                           "items2 == 2",
                           "group0 == 32",
                           "group1 == 2",
                           "group2 == 1",
                           "i32(2,0) == -7",
                           "u32(2,0) == 4294967289",
                           "u32(2,4) == 4000000000",
                           "i32(2,4) < 0",
                           "i16(2,8) == -2",
                           "u16(2,8) == 65534",
                           "u8(2,10) == 200",
                           "i8(2,10) == -56",
                           "i8(2,11) == -100",
                           "u16(2,12) == 60000",
                           "i64(2,16) == -5",
                           "i64(2,24) == -1",
                           "i32(2,28) == -1",
                           "u64(1,0) == 5",
                           "i64(1,0) == 5",
                           "i32(1,0) == 5",
                           "u64(6,0) == 0",
                           "i32(10,0) == 77",
                           "u64(17,0) == 1000",
                           "i64(19,0) == -1"})
    check(text);
  for (const char *text :
       {"u64(2,16) > 0", "u64(2,24) > 0", "u64(19,0) > 0", "i32(2,30) < 0", "i32(2,1000000000) < 0",
        "i64(10,0) < 0", "i32(0,0) < 0", "i32(3,0) < 0", "i32(21,0) < 0", "i32(99,0) < 0"})
    check_no_value(text);
}

TEST_F(Conditions, Bytes) {
  for (const char *text :
       {"bytes(0) == 4000 - 20", "bytes(3) == 4000", "bytes(4) == 0", "bytes(5) == 1024",
        "bytes(9) == 4096", "bytes(11) == 4000", "bytes(12) == 4096", "bytes(13) == 2048",
        "bytes(16) == 0", "bytes(18) == 0", "bytes(21) == 64", "bytes(22) == 512"})
    check(text);
  for (const char *text : {"bytes(1) == 0", "bytes(2) == 0", "bytes(20) == 0", "bytes(90) == 0"})
    check_no_value(text);
}

TEST_F(Conditions, Aligned) {
  for (const char *text : {"aligned(0,4)", "!aligned(0,8)", "aligned(3,128)", "!aligned(3,4096)",
                           "aligned(4,1024)", "aligned(5,128)", "aligned(7,64)", "aligned(13,8)",
                           "!aligned(13,16)", "aligned(16,32)", "!aligned(18,8)", "aligned(21,16)"})
    check(text);
  for (const char *text : {"aligned(1,4)", "aligned(20,4)", "aligned(22,4)"})
    check_no_value(text);
}

TEST_F(Conditions, Distinct) {
  for (const char *text :
       {"distinct(0,3)",    "distinct(3,0)",    "!distinct(0,0)",  "!distinct(0,16)",
        "!distinct(3,11)",  "distinct(4,4)",    "distinct(4,0)",   "distinct(0,4)",
        "distinct(5,7)",    "!distinct(5,8)",   "!distinct(7,8)",  "!distinct(5,9)",
        "!distinct(9,8)",   "distinct(5,0)",    "distinct(12,0)",  "distinct(12,13)",
        "!distinct(13,14)", "!distinct(14,15)", "distinct(13,15)", "distinct(21,0)",
        "!distinct(21,21)", "distinct(22,0)",   "distinct(22,22)"})
    check(text);
  for (const char *text : {"distinct(0,1)", "distinct(0,20)", "distinct(20,0)", "distinct(2,3)"})
    check_no_value(text);
}

TEST_F(Conditions, FreedBuffersAreNotFoundAgain) {
  EXPECT_TRUE(holds("distinct(0,3) && bytes(3) == 4000"));
  ASSERT_EQ(clrt::free(q), CLRT_SUCCESS);
  check_no_value("distinct(0,3)");
  ASSERT_EQ(clrt::malloc(&q, 400), CLRT_SUCCESS);
  EXPECT_TRUE(holds("distinct(0,3) && bytes(3) == 400"));
}

TEST(ConditionText, ThatIsBroken) {
  const char *const cases[][2] = {
      {"", "a value is missing at the end"},
      {"1 +", "a value is missing at the end"},
      {"(1", "')' is missing at the end"},
      {"1)", "')' is left over"},
      {"1 2", "'2' is left over"},
      {"items3 > 0", "'items3' is no term"},
      {"i24(0,0)", "'i24' is no term"},
      {"i32(0)", "',' is missing ahead of ')'"},
      {"i32 0", "'(' is missing ahead of '0'"},
      {"i32(items0,0)", "the number of a parameter must be a number"},
      {"bytes(128)", "the number of a parameter must be below 128"},
      {"aligned(0,3)", "an alignment must be a power of two"},
      {"aligned(0,0)", "an alignment must be a power of two"},
      {"9223372036854775808", "a number is larger than 64 bits"},
      {"0x", "no number: ''"},
      {"12ab", "no number: '12ab'"},
      {"1 = 2", "'= 2' is left over"},
      {"1 & 2", "'& 2' is left over"},
      {"distinct(0,1", "')' is missing at the end"},
      {"elements(0) > 1", "'elements' is no term"},
  };
  for (const auto &c : cases) {
    Condition condition;
    std::string why;
    EXPECT_FALSE(condition.parse(c[0], why)) << c[0];
    EXPECT_EQ(why, c[1]) << c[0];
  }
  Condition condition;
  std::string why, deep(100, '('), chain = "1";
  EXPECT_FALSE(condition.parse(deep + "1" + std::string(100, ')'), why));
  EXPECT_EQ(why, "it is nested too deeply");
  for (int i = 0; i < 1000; ++i)
    chain += " && 1 + 1 == 2";
  EXPECT_TRUE(condition.parse(chain, why)) << why;
}

} // namespace
