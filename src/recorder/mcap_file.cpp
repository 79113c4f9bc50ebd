#include "recorder/mcap_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"

namespace outrigger::recorder {

namespace {

constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};
constexpr std::size_t kChunkSize = 1 << 20;

enum Opcode : std::uint8_t {
  kHeader = 0x01,
  kFooter = 0x02,
  kSchema = 0x03,
  kChannel = 0x04,
  kMessage = 0x05,
  kChunk = 0x06,
  kMessageIndex = 0x07,
  kChunkIndex = 0x08,
  kStatistics = 0x0b,
  kSummaryOffset = 0x0e,
  kDataEnd = 0x0f
};

/// Numbers little-endian, texts and lists with their length before them.
class Content {
 public:
  template <class T>
  Content& number(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes_.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 255u));
    return *this;
  }
  Content& text(std::string_view t) {
    number(static_cast<std::uint32_t>(t.size()));
    return raw(t);
  }
  Content& raw(std::string_view t) {
    bytes_.append(t);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

std::string record(std::uint8_t kind, std::string_view content) {
  Content c;
  c.number(kind).number(static_cast<std::uint64_t>(content.size())).raw(content);
  return c.bytes();
}

/// CRC-32 as of zip files.
std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t c = i;
      for (int k = 0; k < 8; ++k) c = (c & 1u) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
      t[i] = c;
    }
    return t;
  }();
  std::uint32_t crc = 0xffffffffu;
  for (const char b : bytes) crc = table[(crc ^ static_cast<unsigned char>(b)) & 255u] ^ (crc >> 8);
  return crc ^ 0xffffffffu;
}

}  // namespace

McapFile::McapFile(const std::string& path) : path_(path), out_(path, std::ios::binary) {
  if (!out_) throw Error(fmt::format("cannot write '{}'", path));
  put(kMagic);
  put_record(kHeader, Content().text("").text("outrigger").bytes());
}

void McapFile::put(std::string_view bytes) {
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  offset_ += bytes.size();
}

void McapFile::put_record(std::uint8_t kind, std::string_view content) {
  put(record(kind, content));
}

std::uint16_t McapFile::add_schema(const std::string& name, const std::string& encoding,
                                   const std::string& data) {
  const auto id = ++schema_count_;
  const std::string r =
      record(kSchema, Content().number(id).text(name).text(encoding).text(data).bytes());
  schemas_ += r;
  chunk_ += r;
  return id;
}

std::uint16_t McapFile::add_channel(const std::string& topic, std::uint16_t schema,
                                    const std::string& message_encoding) {
  const auto id = channel_count_++;
  const std::string r = record(kChannel, Content()
                                             .number(id)
                                             .number(schema)
                                             .text(topic)
                                             .text(message_encoding)
                                             .number(std::uint32_t{0})
                                             .bytes());
  channels_ += r;
  chunk_ += r;
  return id;
}

void McapFile::write(std::uint16_t channel, std::uint64_t time, std::string_view message) {
  first_time_ = index_.empty() ? time : std::min(first_time_, time);
  last_time_ = index_.empty() ? time : std::max(last_time_, time);
  earliest_ = messages_ == 0 ? time : std::min(earliest_, time);
  latest_ = messages_ == 0 ? time : std::max(latest_, time);
  index_[channel].emplace_back(time, chunk_.size());
  const auto sequence = static_cast<std::uint32_t>(counts_[channel]++);
  ++messages_;
  chunk_ += record(
      kMessage,
      Content().number(channel).number(sequence).number(time).number(time).raw(message).bytes());
  if (chunk_.size() >= kChunkSize) end_chunk();
}

void McapFile::end_chunk() {
  if (chunk_.empty()) return;
  ChunkPlace place;
  place.first_time = first_time_, place.last_time = last_time_;
  place.start = offset_, place.size = chunk_.size();
  put_record(kChunk, Content()
                         .number(first_time_)
                         .number(last_time_)
                         .number(static_cast<std::uint64_t>(chunk_.size()))
                         .number(crc32(chunk_))
                         .text("")
                         .number(static_cast<std::uint64_t>(chunk_.size()))
                         .raw(chunk_)
                         .bytes());
  place.length = offset_ - place.start;
  for (const auto& [channel, entries] : index_) {
    place.indices[channel] = offset_;
    Content list;
    for (const auto& [time, offset] : entries) list.number(time).number(offset);
    put_record(kMessageIndex, Content().number(channel).text(list.bytes()).bytes());
  }
  place.index_length = offset_ - place.start - place.length;
  chunks_.push_back(std::move(place));
  chunk_.clear();
  index_.clear();
}

void McapFile::finish() {
  end_chunk();
  put_record(kDataEnd, Content().number(std::uint32_t{0}).bytes());
  const std::uint64_t summary = offset_;
  std::vector<std::array<std::uint64_t, 3>> groups;  // kind, start, length
  const auto group = [&](std::uint8_t kind, const std::string& records) {
    if (!records.empty()) groups.push_back({kind, offset_, records.size()});
    put(records);
  };
  group(kSchema, schemas_);
  group(kChannel, channels_);
  Content counts;
  for (const auto& [channel, count] : counts_) counts.number(channel).number(count);
  group(kStatistics, record(kStatistics, Content()
                                             .number(messages_)
                                             .number(schema_count_)
                                             .number(std::uint32_t{channel_count_})
                                             .number(std::uint32_t{0})
                                             .number(std::uint32_t{0})
                                             .number(static_cast<std::uint32_t>(chunks_.size()))
                                             .number(earliest_)
                                             .number(latest_)
                                             .text(counts.bytes())
                                             .bytes()));
  std::string indices;
  for (const ChunkPlace& c : chunks_) {
    Content places;
    for (const auto& [channel, offset] : c.indices) places.number(channel).number(offset);
    indices += record(kChunkIndex, Content()
                                       .number(c.first_time)
                                       .number(c.last_time)
                                       .number(c.start)
                                       .number(c.length)
                                       .text(places.bytes())
                                       .number(c.index_length)
                                       .text("")
                                       .number(c.size)
                                       .number(c.size)
                                       .bytes());
  }
  group(kChunkIndex, indices);
  const std::uint64_t offsets = offset_;
  for (const auto& g : groups)
    put_record(kSummaryOffset,
               Content().number(static_cast<std::uint8_t>(g[0])).number(g[1]).number(g[2]).bytes());
  put_record(kFooter, Content().number(summary).number(offsets).number(std::uint32_t{0}).bytes());
  put(kMagic);
  out_.close();
  if (!out_) throw Error(fmt::format("'{}' could not be written to its end (disk full?)", path_));
}

}  // namespace outrigger::recorder
