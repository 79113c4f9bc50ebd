/// The tables of a school's records, and how older files become the present ones.
#pragma once

#include "records/database.h"

namespace outrigger::records {

inline constexpr int kSchemaVersion = 2;

/// Makes the tables, or changes those of an older version, in one transaction. Throws Error for a file of
/// a newer version, and nothing has changed.
void migrate(Database& database);

}  // namespace outrigger::records
