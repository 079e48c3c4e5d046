"""read_png.py FILE X,Y...: the size of a PNG of 8 bits a channel, and its colours at these pixels, by way of zlib and numpy."""

import struct
import sys
import zlib

import numpy

data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
at, packed = 8, b""
while at < len(data):
    (size,) = struct.unpack(">I", data[at:at + 4])
    kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + size]
    assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]
    if kind == b"IHDR":
        width, height, depth, colour = struct.unpack(">IIBB", body[:10])
    elif kind == b"IDAT":
        packed += body
    else:
        assert kind not in (b"tIME", b"tEXt"), "a picture that changes from run to run"
    at += 12 + size
assert depth == 8
channels = {2: 3, 6: 4}[colour]


def paeth(a, b, c):
    return min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]


def unfiltered(method, row, above):
    if method == 1:
        return numpy.cumsum(row.reshape(-1, channels), axis=0, dtype=numpy.uint8).reshape(-1)
    if method == 2:
        return row + above
    row, above = row.tolist(), above.tolist()
    for i in range(len(row)) if method else ():
        left, corner = (row[i - channels], above[i - channels]) if i >= channels else (0, 0)
        row[i] = (row[i] + ((left + above[i]) // 2 if method == 3 else paeth(left, above[i], corner))) % 256
    return numpy.array(row, dtype=numpy.uint8)


raw = numpy.frombuffer(zlib.decompress(packed), dtype=numpy.uint8).reshape(height, width * channels + 1)
rows = [numpy.zeros(width * channels, dtype=numpy.uint8)]
for line in raw:
    rows.append(unfiltered(line[0], line[1:], rows[-1]))
print(width, height, *(bytes(rows[y + 1][x * channels:x * channels + 3]).hex()
                       for x, y in (map(int, word.split(",")) for word in sys.argv[2:])))
