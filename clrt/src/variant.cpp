// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variants of kernels: which one takes a launch over (docs/variants.md). A launch asks the
// conditions of its kernel's variants and takes no lock for it.

#include "variant.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace clrt_impl;

static std::vector<std::string> parts(const char *text, char separator) {
  std::vector<std::string> all;
  std::string list = text ? text : "";
  for (size_t at = 0; at < list.size();) {
    size_t end = std::min(list.find(separator, at), list.size());
    if (end != at)
      all.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

const VariantSettings &clrt_impl::variant_settings() {
  static const VariantSettings *settings = [] {
    VariantSettings *s = new VariantSettings;
    const char *verify = getenv("CLRT_VERIFY"), *folder = getenv("CLRT_CAPTURE");
    s->forced = parts(getenv("CLRT_VARIANT"), ',');
    s->files = parts(getenv("CLRT_VARIANTS"), ':');
    s->capture = folder ? folder : "";
    s->verify = verify && *verify && std::string(verify) != "0";
    return s;
  }();
  return *settings;
}

// Never destroyed: launches may come until the process ends.
static VariantState *state_of(const Device *d, const clrt_program *program,
                              const std::string &name) {
  static std::mutex *mutex = new std::mutex;
  static auto *all = new std::map<std::pair<int, std::string>, VariantState>;
  std::lock_guard<std::mutex> lock(*mutex);
  return &(*all)[std::make_pair(d->index,
                                std::string(program->hash) + ' ' + program->options + ' ' + name)];
}

static bool is_forced(const std::string &name) {
  const std::vector<std::string> &forced = variant_settings().forced;
  return std::find(forced.begin(), forced.end(), name) != forced.end();
}

// Names that no variant has are said once.
static void check_forced() {
  static std::atomic<bool> checked{false};
  if (variant_settings().forced.empty() || checked.exchange(true))
    return;
  std::vector<std::string> names{"plain"};
  for (const clrt_program *program : known_programs())
    for (const VariantProgram &p : variant_programs(program))
      for (const Contract &c : p.file->contracts)
        names.push_back(c.name);
  for (const std::string &name : variant_settings().forced)
    if (std::find(names.begin(), names.end(), name) == names.end())
      fprintf(stderr, "clrt: CLRT_VARIANT=%s: there is no variant of this name\n", name.c_str());
}

// Once for each device.
static void refuse(const Contract &c, VariantState *state, const char *why) {
  if (!state->refused.exchange(true))
    fprintf(stderr, "clrt: %s: CLRT_VARIANT=%s, but %s: the plain kernel %s runs\n",
            c.place.c_str(), c.name.c_str(), why, c.kernel.c_str());
}

static void drop(VariantState *state, const std::string &what) {
  if (!state->dropped.exchange(true))
    fputs(what.c_str(), stderr);
}

Choices *clrt_impl::make_choices(Device *d, const clrt_kernel *handle) {
  const VariantSettings &settings = variant_settings();
  check_forced();
  Choices *choices = new Choices;
  for (const VariantProgram &p : variant_programs(handle->program)) {
    bool serves = false, asked = false;
    for (const Contract &c : p.file->contracts) {
      if (c.kernel != handle->name || !(settings.forced.empty() || is_forced(c.name)))
        continue;
      VariantState *state = state_of(d, p.program, c.name);
      serves = asked ? serves : p.file->serves(d);
      asked = true;
      if (serves)
        choices->candidates.push_back(
            Candidate{p.file, &c, p.program, state, state_of(d, p.program, ""), nullptr});
      else if (!settings.forced.empty())
        refuse(c, state, "its file is for other devices");
      choices->last_argument =
          serves ? std::max(choices->last_argument, c.last_argument()) : choices->last_argument;
    }
  }
  choices->forced = !settings.forced.empty();
  choices->captures = !settings.capture.empty();
  choices->verifies = settings.verify;
  choices->known.resize(static_cast<size_t>(choices->last_argument) + 1);
  if (!choices->candidates.empty() || choices->captures)
    return choices;
  delete choices;
  return nullptr;
}

void clrt_impl::release_choices(Choices *choices) {
  for (Candidate &v : choices->candidates)
    if (v.instance)
      release_instance(v.instance);
  delete choices;
}

// The variant's own instance; nullptr: there is none, and that was said.
static Instance *find_instance(const Launch &l, Candidate &v) {
  if (v.instance)
    return v.instance;
  cl_program program;
  const Contract &c = *v.contract;
  const bool local_warps = has_sub_group_warps(l.d, v.program); // its blocks may be others
  const cl_uint extra = static_cast<cl_uint>(c.appended.size());
  const KernelSource source = {v.program, c.name.c_str(), extra, nullptr, local_warps};
  if (get_program(l.d, source, &program) != CLRT_SUCCESS) { // which printed the log
    drop(v.file_state, "clrt: so the variants in " + v.file->name +
                           " are not used on this device, and the plain kernels run\n");
    return nullptr;
  }
  Instance *k = new Instance;
  clrt_error e = make_instance(l.d, l.handle, source, k);
  std::string why;
  if (e != CLRT_SUCCESS)
    why = "the file has no kernel of this name that can be used";
  else if (k->arg_count != l.plain->arg_count + extra)
    why = "it has " + std::to_string(k->arg_count) + " parameters, and should have " +
          std::to_string(l.plain->arg_count + extra);
  for (int i = 0; i < 3 && why.empty(); ++i)
    if (k->required[0] != 0 && !c.group[i].is_plain && c.group[i].number != k->required[i])
      why = "its contract's 'group' is not its reqd_work_group_size";
  k->known = l.plain->choices->known.data();
  k->known_count = l.plain->choices->known.size();
  if (why.empty())
    return v.instance = k;
  release_instance(k);
  drop(v.state, "clrt: " + c.place + ": the variant " + c.name + " is not used: " + why +
                    "; correct it as cu2cl's docs/variants.md says. The plain kernel " + c.kernel +
                    " runs\n");
  return nullptr;
}

// Rounded up. Sizes are small, and long divisions slow.
static size_t quotient(size_t a, size_t b) {
  if (b == 1)
    return a;
  if (a + b <= UINT32_MAX)
    return (static_cast<uint32_t>(a) + static_cast<uint32_t>(b) - 1) / static_cast<uint32_t>(b);
  return (a + b - 1) / b;
}

// The value of an appended parameter.
static size_t appended_value(const Launch &l, const Contract &c, int what) {
  return what == Contract::local_bytes ? c.local_part(l.config->local_bytes)
                                       : l.config->grid[what] * l.config->block[what];
}

// The variant's configuration for the launch; false: it cannot take it over.
static bool configure(const Launch &l, const Contract &c, clrt_config &out) {
  out.stream = l.config->stream;
  if (c.local != 1 && l.config->local_bytes > l.d->local_bytes / c.local)
    return false;
  out.local_bytes = c.local_part(l.config->local_bytes) * c.local;
  for (int i = 0; i < 3; ++i) {
    const size_t plain = l.config->grid[i] * l.config->block[i];
    const Contract::Size &size = c.group[i];
    const bool is_same = c.items[i] == 1 && size.is_plain && size.number == 1;
    if (!is_same && plain > Contract::most_items)
      return false;
    out.block[i] = size.is_plain ? quotient(l.config->block[i], size.number) : size.number;
    if (size.is_plain && out.block[i] * size.number != l.config->block[i])
      return false;
    out.grid[i] = quotient(quotient(plain, c.items[i]), out.block[i]);
  }
  for (int what : c.appended)
    if (appended_value(l, c, what) > UINT32_MAX)
      return false;
  return true;
}

static bool fits(const Launch &l, const Contract &c, LaunchView &view, clrt_config &out) {
  for (const Condition &condition : c.when)
    if (!condition.holds(view))
      return false;
  return configure(l, c, out);
}

clrt_error clrt_impl::run_variant(const Launch &l, Candidate &v, const clrt_config *config,
                                  cl_int &code) {
  clrt_error e = CLRT_SUCCESS;
  for (int attempt = 0; attempt < 2; ++attempt) {
    Instance *k = find_instance(l, v);
    if (!k) {
      code = CL_INVALID_KERNEL;
      return CLRT_ERROR_INVALID_DEVICE_FUNCTION;
    }
    cl_uint at = k->arg_count - k->extra;
    for (int what : v.contract->appended)
      if ((code = set_uint(k, at++, static_cast<cl_uint>(appended_value(l, *v.contract, what)))) !=
          CL_SUCCESS)
        return from_cl(code);
    e = run_kernel(l.d, l.s, l.handle, k, config, l.args, l.count, code);
    if (e != CLRT_SUCCESS || !k->outdated)
      break;
    release_instance(k); // an address in shared memory gave way to a buffer: a new kernel takes it
    v.instance = nullptr;
  }
  return e;
}

// The first variant that takes the launch over; nullptr: none does.
static Candidate *choose(const Launch &l, Choices &choices, clrt_config &config) {
  if (choices.candidates.empty())
    return nullptr;
  LaunchView view(l.d, l.handle, l.plain, l.config, l.args, l.count, choices.last_argument,
                  choices.known.data());
  for (Candidate &v : choices.candidates) {
    if (v.state->dropped.load(std::memory_order_relaxed) ||
        v.file_state->dropped.load(std::memory_order_relaxed))
      continue;
    if (!fits(l, *v.contract, view, config)) {
      if (choices.forced)
        refuse(*v.contract, v.state, "it does not take this launch (its conditions)");
      continue;
    }
    Instance *k = find_instance(l, v);
    if (k && check_config(l.d, k, &config) == CLRT_SUCCESS)
      return &v;
    if (k && choices.forced)
      refuse(*v.contract, v.state, "the device does not take its work-group or local memory");
  }
  return nullptr;
}

bool clrt_impl::launch_otherwise(Device *d, Stream *s, const clrt_kernel *handle, Instance *plain,
                                 const clrt_config *c, const clrt_arg *args, size_t count,
                                 clrt_error &e) {
  if (check_config(d, plain, c) != CLRT_SUCCESS)
    return false; // the plain kernel says so
  const Launch l = {d, s, handle, plain, c, args, count};
  if (plain->choices->captures && capture(l, e))
    return true;
  clrt_config config;
  for (size_t attempts = plain->choices->candidates.size(); attempts != 0; --attempts) {
    Candidate *v = choose(l, *plain->choices, config);
    if (!v)
      return false;
    if (plain->choices->verifies && verify(l, *v, &config, e))
      return true;
    cl_int code = CL_SUCCESS;
    e = run_variant(l, *v, &config, code);
    if (code == CL_SUCCESS)
      return true; // or it failed for what the plain kernel fails for
    drop(v->state, "clrt: " + v->contract->place + ": the driver refuses the variant " +
                       v->contract->name + " (" + own_error_name(static_cast<clrt_error>(code)) +
                       "); it is not used any more\n");
  }
  return false;
}
