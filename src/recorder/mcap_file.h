/// A file of the open log format MCAP (https://mcap.dev/spec, version 0), which robot viewers read.
///
///   magic, Header, { Chunk of Schemas, Channels and Messages, MessageIndex... }..., DataEnd,
///   Schemas, Channels, Statistics, ChunkIndex..., SummaryOffset..., Footer, magic
///
/// Chunks are not compressed; all have their checksum (CRC-32). Times are nanoseconds since the start of the run.
/// Messages must be written by channels that are known, in any order of time.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace outrigger::recorder {

class McapFile {
 public:
  /// Throws Error when the file cannot be written.
  explicit McapFile(const std::string& path);

  /// Schemas and channels come before the messages that need them. `encoding`: "jsonschema".
  std::uint16_t add_schema(const std::string& name, const std::string& encoding,
                           const std::string& data);
  std::uint16_t add_channel(const std::string& topic, std::uint16_t schema,
                            const std::string& message_encoding);
  void write(std::uint16_t channel, std::uint64_t time, std::string_view message);
  /// The summary and the end. Throws Error when something could not be written.
  void finish();

  std::uint64_t message_count() const { return messages_; }

 private:
  struct ChunkPlace {
    std::uint64_t first_time = 0, last_time = 0, start = 0, length = 0, size = 0;
    std::map<std::uint16_t, std::uint64_t> indices;  ///< where the index of each channel stands
    std::uint64_t index_length = 0;
  };
  void put(std::string_view bytes);
  void put_record(std::uint8_t kind, std::string_view content);
  void end_chunk();

  std::string path_;
  std::ofstream out_;
  std::uint64_t offset_ = 0;
  std::string schemas_, channels_;  ///< their records, for the summary
  std::uint16_t schema_count_ = 0, channel_count_ = 0;
  // The chunk that is being filled.
  std::string chunk_;
  std::uint64_t first_time_ = 0, last_time_ = 0;
  std::map<std::uint16_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>> index_;
  std::vector<ChunkPlace> chunks_;
  std::map<std::uint16_t, std::uint64_t> counts_;
  std::uint64_t messages_ = 0, earliest_ = 0, latest_ = 0;
};

}  // namespace outrigger::recorder
