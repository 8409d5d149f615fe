/* seal.c -- give one mapped database the table of another, with hashes that fit it
 *
 *     seal FILE OTHER
 *
 * What comes out is whole, as all checksums tell, and wrong, as only a proof can.
 */
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "tilebase/tilebase.h"

enum { ROOM = 1 << 20 };

static size_t read_all(const char *path, unsigned char *bytes)
{
    FILE *file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(bytes, 1, ROOM, file);

    if (file != NULL)
        fclose(file);
    return size;
}

int main(int argc, char **argv)
{
    static unsigned char bytes[ROOM], other[ROOM];
    size_t size = argc == 3 ? read_all(argv[1], bytes) : 0;
    struct tb_header header;
    FILE *file;

    if (size == 0 || read_all(argv[2], other) != size ||
        tb_header_decode(bytes, size, size, &header, NULL) != TB_OK)
        return 1;
    memcpy(bytes + header.table_offset, other + header.table_offset, (size_t)header.table_bytes);
    header.table_hash = XXH3_64bits(bytes + header.table_offset, (size_t)header.table_bytes);
    header.payload_hash = XXH3_64bits(bytes + header.table_offset, (size_t)header.payload_bytes);
    tb_header_encode(&header, bytes);
    file = fopen(argv[1], "wb");
    return file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0;
}
