#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "distributed/communicator.hpp"

namespace smsvm::test {

/// A job whose ranks are threads of this process.
class ThreadRanks {
 public:
  explicit ThreadRanks(int size) : size_(size) {}

  /// Calls work(communicator) on every rank; the first exception ends all of them and is rethrown.
  void run(const std::function<void(Communicator&)>& work) {
    {
      std::vector<std::jthread> threads;
      for (int rank = 0; rank < size_; ++rank) {
        threads.emplace_back([&, rank] {
          Rank communicator(*this, rank);
          try {
            work(communicator);
          } catch (const Ended&) {
          } catch (...) {
            fail(std::current_exception());
          }
        });
      }
    }
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (exit_code_ != 0) throw std::runtime_error("aborted with " + std::to_string(exit_code_));
  }

 private:
  struct Ended {};
  using Address = std::tuple<int, int, Tag>;  // from, to

  class Rank final : public Communicator {
   public:
    Rank(ThreadRanks& job, int rank) : job_(job), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return job_.size_; }
    void send(int to, Tag tag, std::string bytes) override {
      const std::lock_guard lock(job_.mutex_);
      job_.mail_[{rank_, to, tag}].push_back(std::move(bytes));
      job_.news_.notify_all();
    }
    std::string receive(int from, Tag tag) override {
      std::unique_lock lock(job_.mutex_);
      auto& box = job_.mail_[{from, rank_, tag}];
      job_.news_.wait(lock, [&] { return job_.ended_ || !box.empty(); });
      if (box.empty()) throw Ended{};
      std::string bytes = std::move(box.front());
      box.pop_front();
      return bytes;
    }
    bool has_arrived(int from, Tag tag) override {
      const std::lock_guard lock(job_.mutex_);
      if (job_.ended_) throw Ended{};
      return !job_.mail_[{from, rank_, tag}].empty();
    }
    [[noreturn]] void abort(int exit_code) override {
      job_.end(exit_code);
      throw Ended{};
    }
    void finish() override {}

   private:
    ThreadRanks& job_;
    int rank_;
  };

  void end(int exit_code) {
    const std::lock_guard lock(mutex_);
    if (!ended_) exit_code_ = exit_code;
    ended_ = true;
    news_.notify_all();
  }
  void fail(std::exception_ptr failure) {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::move(failure);
    }
    end(0);
  }

  int size_;
  std::mutex mutex_;
  std::condition_variable news_;
  std::map<Address, std::deque<std::string>> mail_;
  bool ended_ = false;
  int exit_code_ = 0;
  std::exception_ptr failure_;
};

}  // namespace smsvm::test
