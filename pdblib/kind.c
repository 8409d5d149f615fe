/* kind.c -- the names of the kinds of databases */
#include "tilebase/kind.h"

#include <string.h>

static const char *const names[TB_KINDS + 1] = {
    [TB_KIND_ADDITIVE] = "additive",
    [TB_KIND_ZERO_AWARE] = "zero-aware",
    [TB_KIND_NON_ADDITIVE] = "non-additive",
    [TB_KIND_WALKING_DISTANCE] = "walking-distance",
    [TB_KIND_PAIRS] = "pairs",
    [TB_KIND_TRIPLES] = "triples",
    [TB_KIND_LOCAL] = "local",
};

const char *tb_kind_name(enum tb_kind kind)
{
    return kind >= TB_KIND_ADDITIVE && kind <= TB_KINDS ? names[kind] : "unknown";
}

enum tb_status tb_kind_parse(const char *text, enum tb_kind *kind, struct tb_error *error)
{
    for (unsigned i = TB_KIND_ADDITIVE; i <= TB_KINDS; i++)
        if (strcmp(text, names[i]) == 0) {
            *kind = (enum tb_kind)i;
            return TB_OK;
        }
    return tb_error_set(error, TB_INVALID,
                        "no kind '%.40s': there are additive, zero-aware, non-additive, "
                        "walking-distance, pairs, triples and local",
                        text);
}
