/* export.c -- the values of a database in a form that other programs read */
#include "export.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "reader.h"

enum { NONE = 255 }; /* in a byte: no value */

static const char *const names[] = {
    [EXPORT_RAW] = "raw", [EXPORT_NPY] = "npy", [EXPORT_CSV] = "csv"};

enum tb_status export_parse(const char *text, enum export_form *form, struct tb_error *error)
{
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            *form = (enum export_form)i;
            return TB_OK;
        }
    return tb_error_set(error, TB_INVALID, "--export is raw, npy or csv, not '%.40s'", text);
}

/* NumPy's format, version 1.0: a magic, the length of the description, and the description
 * filled up with spaces so that the array begins at a multiple of 64 bytes. */
static void write_npy_header(FILE *file, uint64_t rows, uint32_t columns)
{
    char text[128];
    int length = snprintf(text, sizeof text,
                          "{'descr': '|u1', 'fortran_order': False, 'shape': (%llu, %u), }",
                          (unsigned long long)rows, columns);
    int padded = (10 + length + 1 + 63) / 64 * 64 - 10;

    fwrite("\x93NUMPY\x01\x00", 1, 8, file);
    fputc(padded & 255, file);
    fputc(padded >> 8, file);
    fprintf(file, "%-*s\n", padded - 1, text);
}

static void write_csv_header(FILE *file, const struct tb_pattern *pattern)
{
    unsigned lines = pattern->board.height;

    if (pattern->kind == TB_KIND_WALKING_DISTANCE) {
        for (unsigned i = 0; i < lines * lines; i++)
            fprintf(file, "row_%u_of_%u,", i / lines + 1, i % lines + 1);
        fputs("blank_row,value\n", file);
        return;
    }
    for (unsigned i = 0; i < tb_kind_tuple(pattern->kind); i++)
        fprintf(file, "tile_%u,", i + 1);
    for (unsigned i = 0; i < tb_kind_tuple(pattern->kind); i++)
        fprintf(file, "cell_%u,", i + 1);
    for (tb_cellset rest = pattern->goals; rest != 0; rest = tb_cellset_rest(rest))
        fprintf(file, "cell_of_%u,", tb_cellset_first(rest) + 1);
    fputs(tb_kind_has_blank(pattern->kind) ? "blank,value\n" : "value\n", file);
}

static void write_state(FILE *file, const struct tb_walking_index *index, uint32_t number)
{
    struct tb_walking_state state;
    struct tb_walking_matrix matrix;

    tb_walking_unrank(index, number, &state);
    tb_walking_matrix_of(index, &state, &matrix);
    for (unsigned i = 0; i < index->lines * index->lines; i++)
        fprintf(file, "%u,", matrix.tiles[i / index->lines][i % index->lines]);
    fprintf(file, "%u,", matrix.blank + 1u);
}

/* Which tiles, if that differs from row to row, and where they are. */
static void write_cells(FILE *file, const struct tb_pdb *pdb, uint64_t row, uint32_t column)
{
    const struct tb_pattern *pattern = &tb_pdb_header(pdb)->pattern;
    uint8_t cell[TB_TILES_MAX];
    unsigned blank;

    if (tb_kind_tuple(pattern->kind) > 0)
        for (tb_cellset rest = reader_goals(pattern, row); rest != 0; rest = tb_cellset_rest(rest))
            fprintf(file, "%u,", tb_cellset_first(rest) + 1);
    reader_place(pdb, row, column, cell, &blank);
    for (unsigned i = 0; i < pattern->tiles; i++)
        fprintf(file, "%u,", cell[i] + 1u);
    if (tb_kind_has_blank(pattern->kind))
        fprintf(file, "%u,", blank + 1);
}

static void write_lines(FILE *file, const struct reader *reader, uint64_t row, uint32_t first)
{
    const struct tb_pdb *pdb = reader->columns->pdb;

    for (uint32_t i = 0; i < reader->count; i++) {
        if (reader->columns->set == NULL)
            write_state(file, tb_pdb_walking(pdb), first + i);
        else
            write_cells(file, pdb, row, first + i);
        if (reader->value[i] == READER_UNREACHABLE)
            fputc('\n', file);
        else
            fprintf(file, "%u\n", reader->value[i]);
    }
}

static enum tb_status write_bytes(FILE *file, const struct reader *reader, struct tb_error *error)
{
    uint8_t bytes[READER_PIECE];

    for (uint32_t i = 0; i < reader->count; i++) {
        if (reader->value[i] != READER_UNREACHABLE && reader->value[i] >= NONE)
            return tb_error_set(error, TB_DAMAGED,
                                "an entry has the value %u, which none can have: check the "
                                "database with pdbinfo --verify",
                                reader->value[i]);
        bytes[i] = (uint8_t)(reader->value[i] == READER_UNREACHABLE ? NONE : reader->value[i]);
    }
    fwrite(bytes, 1, reader->count, file);
    return TB_OK;
}

static enum tb_status write_entries(struct reader *reader, enum export_form form,
                                    struct cli_output *output, const struct watch *watch,
                                    struct tb_error *error)
{
    const struct reader_columns *columns = reader->columns;
    uint64_t pieces = columns->rows * columns->pieces;
    enum tb_status status = TB_OK;

    for (uint64_t i = 0; i < pieces && status == TB_OK && !ferror(output->file); i++) {
        uint64_t row = i / columns->pieces;
        uint32_t piece = (uint32_t)(i % columns->pieces);

        reader_read(reader, row, piece);
        if (form == EXPORT_CSV)
            write_lines(output->file, reader, row, piece * READER_PIECE);
        else
            status = write_bytes(output->file, reader, error);
        if (status == TB_OK && !watch_goes_on(watch, (double)i / (double)pieces))
            status = tb_error_set(error, TB_STOPPED, "interrupted: %.200s was not written",
                                  output->name);
    }
    return status;
}

static enum tb_status export_with(struct reader *reader, enum export_form form, const char *path,
                                  const struct watch *watch, struct tb_error *error)
{
    const struct reader_columns *columns = reader->columns;
    struct cli_output output;
    enum tb_status status = cli_output_open(&output, path, error);

    if (status != TB_OK)
        return status;
    if (form != EXPORT_CSV && isatty(fileno(output.file)))
        status = tb_error_set(error, TB_INVALID,
                              "bytes are not for a terminal: name a file with --output");
    if (status == TB_OK && form == EXPORT_NPY)
        write_npy_header(output.file, columns->rows, columns->columns);
    if (status == TB_OK && form == EXPORT_CSV)
        write_csv_header(output.file, &tb_pdb_header(columns->pdb)->pattern);
    if (status == TB_OK)
        status = write_entries(reader, form, &output, watch, error);
    if (status == TB_OK)
        return cli_output_finish(&output, error);
    cli_output_cancel(&output);
    return status;
}

enum tb_status export_table(const struct tb_pdb *pdb, enum export_form form, const char *path,
                            const struct watch *watch, struct tb_error *error)
{
    struct reader *reader = malloc(sizeof *reader);
    struct reader_columns columns;
    enum tb_status status;

    if (reader == NULL)
        return tb_error_set(error, TB_NO_MEMORY, "no memory to read the entries");
    status = reader_columns_init(&columns, pdb, error);
    if (status == TB_OK) {
        status = reader_init(reader, &columns, error);
        if (status == TB_OK) {
            status = export_with(reader, form, path, watch, error);
            reader_free(reader);
        }
        reader_columns_free(&columns);
    }
    free(reader);
    return status;
}
