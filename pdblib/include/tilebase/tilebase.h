/* tilebase.h -- everything of libtilebase */
#ifndef TILEBASE_TILEBASE_H
#define TILEBASE_TILEBASE_H

#include "tilebase/arrangement.h"
#include "tilebase/board.h"
#include "tilebase/cellset.h"
#include "tilebase/cover.h"
#include "tilebase/error.h"
#include "tilebase/folders.h"
#include "tilebase/format.h"
#include "tilebase/guard.h"
#include "tilebase/kind.h"
#include "tilebase/local.h"
#include "tilebase/memory.h"
#include "tilebase/pages.h"
#include "tilebase/partition.h"
#include "tilebase/pattern.h"
#include "tilebase/pdb.h"
#include "tilebase/position.h"
#include "tilebase/size.h"
#include "tilebase/walking.h"

#endif
