/// One description of the fields of a struct gives hash, bytes, comparison, size and checks.
///
/// A struct lists its fields once, in the order of hash and bytes:
///
///   template <class Self, class Visit>
///   static void fields(Self& s, Visit& visit) {
///     visit("step", s.step);                     // number, bool or enumeration
///     visit("x", s.x);                           // numbers; their count is fixed by the model
///     visit.sizes("records", s.records);         // a list that grows: its length first ...
///     visit("records", s.records);               // ... then its structs, which have fields of their own
///     visit("energy", s.energy, kDerived);       // follows from the rest: in the bytes, not in the hash
///   }
///
/// What the list leaves out is found by tests/base/fields_test.cpp and tests/sim/state_parts_test.cpp, which
/// look for bytes of the struct that no field covers.
///
/// Bytes: eight per number; an array of numbers begins with its length.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace outrigger {

enum class FieldUse { state, derived };
inline constexpr FieldUse kDerived = FieldUse::derived;

template <class T>
concept NumberField = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// What all visitors share: arrays and nested structs come down to numbers. `V` has
///   void number(T& value, FieldUse)          every number
///   void begin(const char* name), end()      around a field; may do nothing
///   void array_length(A& numbers)            before an array of numbers; may do nothing
///   void list_length(L& records)             of a list that grows; may do nothing
template <class V>
class FieldVisitor {
 public:
  template <class T>
  void operator()(const char* name, T& value, FieldUse use = FieldUse::state) {
    self().begin(name);
    visit(value, use);
    self().end();
  }
  /// Numbers whose count is known to the reader: no length in the bytes.
  template <class A>
  void elements(const char* name, A& values) {
    self().begin(name);
    for (auto& v : values) self().number(v, FieldUse::state);
    self().end();
  }
  template <class L>
  void sizes(const char* name, L& records) {
    self().begin(name);
    self().list_length(records);
    self().end();
  }

  void begin(const char*) {}
  void end() {}
  template <class A>
  void array_length(A&) {}
  template <class L>
  void list_length(L&) {}

 private:
  V& self() { return static_cast<V&>(*this); }

  template <class T>
  void visit(T& value, FieldUse use) {
    using Plain = std::remove_const_t<T>;
    if constexpr (NumberField<Plain>) {
      self().number(value, use);
    } else if constexpr (std::is_array_v<Plain>) {
      for (auto& v : value) visit(v, use);
    } else if constexpr (requires { Plain::fields(value, self()); }) {
      Plain::fields(value, self());
    } else if constexpr (NumberField<typename Plain::value_type>) {
      self().array_length(value);
      for (auto& v : value) self().number(v, use);
    } else {
      for (auto& v : value) visit(v, use);
    }
  }
};

class FieldHasher final : public FieldVisitor<FieldHasher> {
 public:
  explicit FieldHasher(Hash& hash) : hash_(hash) {}
  template <class T>
  void number(const T& value, FieldUse use) {
    if (use == FieldUse::state) hash_.add(value);
  }
  template <class L>
  void list_length(const L& records) {
    hash_.add(records.size());
  }

 private:
  Hash& hash_;
};

/// Appends eight bytes per number to a text.
class FieldWriter final : public FieldVisitor<FieldWriter> {
 public:
  template <class T>
  void number(const T& value, FieldUse) {
    static_assert(sizeof(T) <= 8);
    char bytes[8] = {};
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof bytes);
  }
  template <class T>
  void put(const T& value) {
    number(value, FieldUse::state);
  }
  template <class A>
  void array_length(const A& values) {
    put(static_cast<std::uint64_t>(values.size()));
  }
  template <class L>
  void list_length(const L& records) {
    put(static_cast<std::uint64_t>(records.size()));
  }
  std::string out;
};

/// Reads what FieldWriter wrote into structs whose arrays have the right lengths; lists that grow are
/// given theirs. Never reads beyond the bytes: good() is false from the first problem on.
class FieldReader final : public FieldVisitor<FieldReader> {
 public:
  explicit FieldReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  void number(T& value, FieldUse) {
    if (bytes_.size() < 8) good_ = false;
    if (!good_) return;
    if constexpr (std::is_same_v<T, bool>) {
      good_ = bytes_[0] == 0 || bytes_[0] == 1;
      value = bytes_[0] != 0;
    } else {
      std::memcpy(&value, bytes_.data(), sizeof value);
    }
    bytes_.remove_prefix(8);
  }
  template <class T>
  T get() {
    T value{};
    number(value, FieldUse::state);
    return value;
  }
  template <class A>
  void array_length(const A& values) {
    if (get<std::uint64_t>() != values.size()) good_ = false;
  }
  /// No more records than there are bytes: a damaged length must not ask for memory.
  template <class L>
  void list_length(L& records) {
    const auto count = get<std::uint64_t>();
    if (!good_ || count > left()) {
      good_ = false;
      return;
    }
    records.assign(count, {});
  }
  void fail() { good_ = false; }
  bool good() const { return good_; }
  std::uint64_t left() const { return bytes_.size() / 8; }  ///< numbers
  bool at_end() const { return good_ && bytes_.empty(); }
  std::string_view rest() const { return bytes_; }
  void skip(std::size_t bytes) {
    if (bytes > bytes_.size()) good_ = false;
    if (good_) bytes_.remove_prefix(bytes);
  }

 private:
  std::string_view bytes_;
  bool good_ = true;
};

/// Whether all numbers are finite.
class FiniteFields final : public FieldVisitor<FiniteFields> {
 public:
  template <class T>
  void number(const T& value, FieldUse) {
    if constexpr (std::is_floating_point_v<T>) good = good && std::isfinite(value);
  }
  bool good = true;
};

/// Lengths of all arrays, in their order: two states of one model have the same.
class FieldLengths final : public FieldVisitor<FieldLengths> {
 public:
  template <class T>
  void number(const T&, FieldUse) {}
  template <class A>
  void array_length(const A& values) {
    hash_.add(values.size());
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  Hash hash_;
};

/// Every number with the name of its field, as `ledger.start` or `x[3]`.
struct NamedNumber {
  std::string name;
  std::uint64_t bits = 0;
  double value = 0.0;
  FieldUse use = FieldUse::state;
};

class FieldNames final : public FieldVisitor<FieldNames> {
 public:
  void begin(const char* name) { path_.emplace_back(name, 0); }
  void end() { path_.pop_back(); }
  template <class T>
  void number(const T& value, FieldUse use) {
    NamedNumber n;
    for (std::size_t i = 0; i < path_.size(); ++i) n.name += (i > 0 ? "." : "") + path_[i].first;
    if (!path_.empty() && path_.back().second++ > 0)
      n.name += "[" + std::to_string(path_.back().second - 1) + "]";
    std::memcpy(&n.bits, &value, sizeof value);
    n.value = static_cast<double>(value);
    n.use = use;
    numbers.push_back(std::move(n));
  }
  std::vector<NamedNumber> numbers;

 private:
  std::vector<std::pair<std::string, int>> path_;
};

/// Calls a function with every number.
template <class Function>
class EachNumber final : public FieldVisitor<EachNumber<Function>> {
 public:
  explicit EachNumber(Function function) : function_(std::move(function)) {}
  template <class T>
  void number(T& value, FieldUse) {
    function_(value);
  }

 private:
  Function function_;
};

template <class T, class Function>
void for_each_number(T& value, Function function) {
  EachNumber<Function> visitor(std::move(function));
  std::remove_const_t<T>::fields(value, visitor);
}

template <class Visitor, class T>
Visitor visit_fields(const T& value, Visitor visitor = Visitor()) {
  T::fields(value, visitor);
  return visitor;
}

}  // namespace outrigger
