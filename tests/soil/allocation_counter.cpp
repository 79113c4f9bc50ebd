#include "support/replace_new.h"
