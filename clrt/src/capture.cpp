// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CLRT_CAPTURE=folder: a launch of each kernel and size class is saved with all that a tuner needs
// to run it again (docs/variants.md has the format), and all launches are timed. It is the first
// one, unless that was short, as those are that only warm up.

#include "launch_memory.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace clrt_impl;

namespace {
typedef unsigned long long Nanoseconds;

// The launches of a kernel and size class on one device.
struct Case {
  std::string file;    // its name in the folder
  bool saved = false;  // it is there
  bool closed = false; // it cannot be captured
  bool wanted = true;  // the next launch is to be saved
  Nanoseconds time = 0, total = 0;
  unsigned long long launches = 0;
};
struct Captured {
  std::mutex mutex; // guards all
  std::map<std::string, Case> cases;
  std::map<std::string, bool> said;
};

// A file that appears whole or not at all.
class WholeFile {
public:
  explicit WholeFile(const std::string &path) : path_(path), temporary_(path + ".XXXXXX") {
    int fd = mkstemp(&temporary_[0]);
    file_ = fd >= 0 ? fdopen(fd, "wb") : nullptr;
    good_ = file_ != nullptr;
  }
  ~WholeFile() {
    if (file_)
      fclose(file_);
    if (file_)
      unlink(temporary_.c_str());
  }
  WholeFile(const WholeFile &) = delete;
  void write(const void *data, size_t size) {
    good_ = good_ && (size == 0 || fwrite(data, 1, size, file_) == size);
  }
  void write(const std::string &text) { write(text.data(), text.size()); }
  bool finish() {
    if (!file_)
      return false;
    good_ = fflush(file_) == 0 && good_;
    good_ = fchmod(fileno(file_), 0644) == 0 && good_;
    good_ = fclose(file_) == 0 && good_;
    file_ = nullptr;
    if (good_ && rename(temporary_.c_str(), path_.c_str()) == 0)
      return true;
    unlink(temporary_.c_str());
    return false;
  }

private:
  std::string path_, temporary_;
  FILE *file_ = nullptr;
  bool good_ = false;
};
} // namespace

static Captured &captured() {
  static Captured *c = new Captured;
  return *c;
}

static void say(const std::string &what) {
  Captured &c = captured();
  std::lock_guard<std::mutex> lock(c.mutex);
  if (!c.said[what])
    fprintf(stderr, "clrt: CLRT_CAPTURE: %s\n", what.c_str());
  c.said[what] = true;
}

static bool make_folder(const std::string &path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1))
    mkdir(path.substr(0, slash).c_str(), 0777); // fails where it exists
  mkdir(path.c_str(), 0777);
  struct stat st;
  return stat(path.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
}

// At exit: how often each captured kernel was launched and how long that took, for what is worth
// tuning.
static void write_counts() {
  Captured &c = captured();
  const std::string path = variant_settings().capture + "/launches";
  std::map<std::string, std::string> lines; // by file: those of other programs stay
  std::ifstream old(path);
  std::string text, number, time, name;
  std::getline(old, text);
  while (text == "clrt-launches 1" && old >> number >> time >> name)
    lines[name] = number + " " + time;
  bool any = false;
  {
    std::lock_guard<std::mutex> lock(c.mutex);
    for (const auto &one : c.cases)
      if (one.second.saved) {
        lines[one.second.file] =
            std::to_string(one.second.launches) + " " + std::to_string(one.second.total);
        any = true;
      }
  }
  if (!any)
    return;
  text = "clrt-launches 1\n";
  for (const auto &line : lines)
    text += line.second + " " + line.first + "\n";
  WholeFile file(path);
  file.write(text);
  if (!file.finish())
    say("cannot write " + path + " (is the disk full?)");
}

// The launch's case, which stays where it is.
static Case &case_of(const Launch &l) {
  Captured &c = captured();
  const std::string program = std::string(l.handle->program->hash).substr(0, 8),
                    name = std::string(l.handle->name) + "." + size_class(l.config) + "." +
                           program + ".capture";
  std::lock_guard<std::mutex> lock(c.mutex);
  if (c.cases.empty())
    std::atexit(write_counts);
  Case &one = c.cases[std::to_string(l.d->index) + name];
  one.file = name;
  return one;
}

// Runs the kernel in a queue that has time stamps. `how` says what was measured.
static clrt_error run_timed(const Launch &l, Nanoseconds &time, const char *&how) {
  cl_int code;
  Stream timed;
  timed.device = l.d;
  timed.blocking = false; // all other streams are done
  timed.queue = clCreateCommandQueue(l.d->context, l.d->id, CL_QUEUE_PROFILING_ENABLE, &code);
  if (code != CL_SUCCESS)
    return from_cl(code);
  cl_event before = nullptr, behind = nullptr;
  cl_ulong begin = 0, end = 0;
  code = clEnqueueMarkerWithWaitList(timed.queue, 0, nullptr, &before);
  const auto start = std::chrono::steady_clock::now();
  clrt_error e = run_plain(l.d, &timed, l.handle, l.config, l.args, l.count);
  if (code == CL_SUCCESS)
    code = clEnqueueMarkerWithWaitList(timed.queue, 0, nullptr, &behind);
  const cl_int finished = clFinish(timed.queue);
  time = static_cast<unsigned long long>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
          .count());
  how = "wall";
  if (code == CL_SUCCESS &&
      clGetEventProfilingInfo(before, CL_PROFILING_COMMAND_END, sizeof begin, &begin, nullptr) ==
          CL_SUCCESS &&
      clGetEventProfilingInfo(behind, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr) ==
          CL_SUCCESS &&
      end > begin) {
    time = end - begin;
    how = "profiling";
  }
  if (before)
    clReleaseEvent(before);
  if (behind)
    clReleaseEvent(behind);
  clReleaseCommandQueue(timed.queue);
  return e == CLRT_SUCCESS ? from_wait(l.d, finished) : e;
}

static std::string three(const char *word, const size_t *v) {
  return std::string(word) + " " + std::to_string(v[0]) + " " + std::to_string(v[1]) + " " +
         std::to_string(v[2]) + "\n";
}

static std::string hexadecimal(const void *data, size_t size) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < size; ++i) {
    unsigned char c = static_cast<const unsigned char *>(data)[i];
    text += digits[c >> 4];
    text += digits[c & 15];
  }
  return text;
}

static std::string parameters_of(const Launch &l, const LaunchMemory &memory) {
  const size_t count = memory.parameters.size();
  std::vector<KnownRange> known(count);
  LaunchView view(l.d, l.handle, l.plain, l.config, l.args, l.count, static_cast<int>(count) - 1,
                  known.data());
  std::string text = "parameters " + std::to_string(count) + "\n";
  for (size_t i = 0; i < count; ++i) {
    const LaunchView::Parameter &p = view.at(i);
    const PieceOf &part = memory.parameters[i];
    const std::string start = "parameter " + std::to_string(i) + " ";
    int64_t elements = 0;
    if (part.piece >= 0)
      text += start + "buffer " + std::to_string(part.piece) + " " + std::to_string(part.first) +
              " " + std::to_string(part.size) + "\n";
    else if (p.kind == LaunchView::Parameter::Value)
      text += start + "value " + hexadecimal(p.arg->value, p.arg->size) + "\n";
    else if (p.kind == LaunchView::Parameter::Offset && view.offset(static_cast<int>(i), elements))
      text += start + "offset " + std::to_string(p.arg->size) + " " +
              hexadecimal(&elements, sizeof elements) + "\n";
    else if (view.range(static_cast<int>(i)).kind == Range::Local)
      text += start + "local " + std::to_string(l.config->local_bytes) + "\n";
    else
      text += start + "null\n";
  }
  return text;
}

static std::string header_of(const Launch &l, const LaunchMemory &memory, Nanoseconds time,
                             const char *how) {
  const clrt_program *p = l.handle->program;
  std::string text = "clrt-capture 1\nkernel " + std::string(l.handle->name) + "\nprogram " +
                     p->name + "\nhash " + p->hash + "\noptions " +
                     program_options(l.d, p, l.plain->local_warps) + "\n";
  text += "platform " + platform_text(l.d->platform, CL_PLATFORM_NAME) + "\ndevice " +
          info_text(l.d->id, CL_DEVICE_NAME) + "\ndriver " + info_text(l.d->id, CL_DRIVER_VERSION) +
          "\n";
  text += three("grid", l.config->grid) + three("block", l.config->block);
  text += "local " + std::to_string(l.config->local_bytes) + "\ntime " + std::to_string(time) +
          " " + how + "\n" + parameters_of(l, memory);
  text += "source " + std::to_string(p->size) + "\nbuffers " +
          std::to_string(memory.pieces.size()) + "\n";
  for (size_t i = 0; i < memory.pieces.size(); ++i)
    text += "buffer " + std::to_string(i) + " " + std::to_string(memory.pieces[i].size) + "\n";
  return text + "data\n";
}

static bool save(const Launch &l, const LaunchMemory &memory,
                 const std::vector<std::vector<char>> &bytes, const std::string &header,
                 const std::string &name) {
  const std::string &folder = variant_settings().capture;
  if (!make_folder(folder)) {
    say("there is no folder " + folder + ", and none can be made");
    return false;
  }
  WholeFile file(folder + "/" + name);
  file.write(header);
  file.write(l.handle->program->source, l.handle->program->size);
  for (size_t i = 0; i < memory.pieces.size(); ++i)
    file.write(bytes[i].data(), bytes[i].size());
  if (file.finish())
    return true;
  say("cannot write into " + folder +
      " (is the disk full?): launches are not saved; make room there, "
      "or name another folder (cu2cl tune makes one in TMPDIR)");
  return false;
}

// Counts a launch. One that takes much longer than the one that was saved is the better one; the
// next of its kind is saved instead.
static void count(Case &one, Nanoseconds time, bool saved) {
  std::lock_guard<std::mutex> lock(captured().mutex);
  if (saved)
    one.saved = true;
  if (one.wanted)
    one.time = time;
  ++one.launches;
  one.total += time;
  one.wanted = time / 4 > one.time;
}

// Runs the launch twice, as the first time warms up, and saves it.
static clrt_error save_and_run(const Launch &l, Case &one, const LaunchMemory &memory,
                               const std::vector<std::vector<char>> &before) {
  Nanoseconds time = 0;
  const char *how = "";
  clrt_error e = CLRT_SUCCESS;
  for (int run = 0; run < 2 && e == CLRT_SUCCESS; ++run) {
    e = memory.write(before);
    if (e == CLRT_SUCCESS)
      e = run_timed(l, time, how);
  }
  if (e != CLRT_SUCCESS)
    return e;
  count(one, time, save(l, memory, before, header_of(l, memory, time, how), one.file));
  return e;
}

bool clrt_impl::capture(const Launch &l, clrt_error &e) {
  Case &one = case_of(l);
  bool wanted;
  {
    std::lock_guard<std::mutex> lock(captured().mutex);
    if (one.closed)
      return false;
    wanted = one.wanted;
  }
  std::string why;
  LaunchMemory memory;
  std::vector<std::vector<char>> before;
  e = from_wait(l.d, finish_queues(l.d));
  if (e == CLRT_SUCCESS && !wanted) {
    Nanoseconds time = 0;
    const char *how = "";
    e = run_timed(l, time, how);
    if (e == CLRT_SUCCESS)
      count(one, time, false);
    return true;
  }
  bool good = e != CLRT_SUCCESS || memory.find(l, why);
  if (good && e == CLRT_SUCCESS)
    e = memory.read(l, before);
  if (e != CLRT_SUCCESS)
    return true;
  const int holder = good ? LaunchMemory::holding_addresses(l.d, memory.pieces, before) : -1;
  if (holder >= 0)
    why = "the memory of parameter " + std::to_string(holder) + " holds addresses of shared memory";
  if (!why.empty()) {
    say(std::string("kernel ") + l.handle->name + " is not captured: " + why);
    std::lock_guard<std::mutex> lock(captured().mutex);
    one.closed = true;
    return false;
  }
  e = save_and_run(l, one, memory, before);
  return true;
}
