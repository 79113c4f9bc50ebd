/// A field of columns as bytes and back: only blocks that were touched, with what lay below them when they
/// were. Damaged bytes are refused; nothing is read beyond them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "soil/column_field.h"

namespace outrigger::soil {

/// Appends the touched blocks; nothing when there are none.
void write_bytes(const ColumnField& field, std::string& bytes);
/// A field of the same settings and site as `like`; nothing when the bytes are not of such a field.
std::optional<ColumnField> field_from_bytes(std::string_view bytes, const ColumnField& like);

}  // namespace outrigger::soil
