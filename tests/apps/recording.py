"""Recordings, read and written from docs/design/recording.md alone, so that the page is true.

    blocks = split(data)            # [(kind, content), ..]
    data = join(blocks)             # with right checksums
    shapes, shape_of = read_head(content)
    frames = Frames(shapes, shape_of); frames.read(content)
"""
import struct

MAGIC = b"GlanceR\x02"
MASK = (1 << 64) - 1


class Hash:
    """include/glance/hash.h."""

    def __init__(self):
        self.state = 0x243f6a8885a308d3

    @staticmethod
    def mix(z):
        for _ in range(2):
            z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93 & MASK
        return z ^ (z >> 32)

    def add(self, value):
        self.state = self.mix(self.state ^ self.mix((value + 0x9e3779b97f4a7c15) & MASK))

    def add_text(self, text):
        self.add(len(text))
        for i in range(0, len(text), 8):
            self.add(int.from_bytes(text[i:i + 8], "little"))


def pair_hash(frames):
    """The hash over the touching pairs of all frames."""
    result = Hash()
    for pairs in frames:
        result.add(len(pairs))
        for pair in pairs:
            result.add(pair[0])
            result.add(pair[1])
    return result.state


def split(data):
    assert data[:8] == MAGIC
    running = Hash()
    running.add_text(MAGIC)
    blocks, at = [], 8
    while at < len(data):
        start = data[at:at + 9]
        size = int.from_bytes(start[1:], "little")
        content = data[at + 9:at + 9 + size]
        running.add_text(start)
        running.add_text(content)
        at += 9 + size + 8
        assert int.from_bytes(data[at - 8:at], "little") == running.state
        blocks.append((start[:1], content))
    return blocks


def join(blocks):
    running = Hash()
    running.add_text(MAGIC)
    data = MAGIC
    for kind, content in blocks:
        start = kind + len(content).to_bytes(8, "little")
        running.add_text(start)
        running.add_text(content)
        data += start + content + running.state.to_bytes(8, "little")
    return data


class Bytes:
    def __init__(self, content):
        self.content, self.at = content, 0

    def varint(self):
        value = shift = 0
        while True:
            byte = self.content[self.at]
            self.at += 1
            value |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return value

    def number(self):
        self.at += 8
        return struct.unpack("<d", self.content[self.at - 8:self.at])[0]

    def vector(self):
        self.at += 24
        return struct.unpack("<3d", self.content[self.at - 24:self.at])

    def difference(self, expected):
        folded = self.varint()
        steps = folded >> 1 ^ (MASK if folded & 1 else 0)
        return ranked((rank(expected) + steps) & MASK)


def varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7f | 0x80])
        value >>= 7
    return out + bytes([value])


def rank(x):
    bits = struct.unpack("<Q", struct.pack("<d", x))[0]
    return bits ^ MASK if bits >> 63 else bits | 1 << 63


def ranked(number):
    bits = number & MASK >> 1 if number >> 63 else number ^ MASK
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def times(a, b):
    return [[(r[0] * b[0][i] + r[1] * b[1][i]) + r[2] * b[2][i] for i in range(3)] for r in a]


def rotated(rotation, v):
    return [(r[0] * v[0] + r[1] * v[1]) + r[2] * v[2] for r in rotation]


def cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


KINDS = ["point", "segment", "triangle", "box", "hull", "sphere", "capsule", "cylinder", "cone",
         "ellipsoid", "halfspace"]


def read_head(content):
    """Shapes as (centre, kind, rounding, vertices or [sizes, offset]), and the number of each body's shape."""
    head = read_whole_head(content)
    return head["shapes"], head["shape_of"]


def read_whole_head(content):
    data = Bytes(content)
    margin = data.number()
    shapes = []
    for _ in range(data.varint()):
        kind = KINDS[data.varint()]
        center = data.vector()
        rounding = data.number()
        if kind in KINDS[:7]:
            rest = [data.vector() for _ in range(data.varint())]
        else:
            rest = [data.vector(), data.number()]
        shapes.append((center, kind, rounding, rest))
    bodies = [data.varint() for _ in range(data.varint())]
    assert data.at == len(content)
    return {"margin": margin, "shapes": shapes, "shape_of": [body >> 1 for body in bodies],
            "static": [i for i, body in enumerate(bodies) if body & 1]}


class Frames:
    def __init__(self, shapes, shape_of):
        self.centers = [shapes[s][0] for s in shape_of]
        self.poses = [[] for _ in shape_of]  # of each body, frame after frame

    def read(self, content):
        """Appends a frame's poses, and returns its pairs."""
        data = Bytes(content)
        for center, poses in zip(self.centers, self.poses):
            poses.append(self.read_pose(data, center, poses))
        pairs, first, second = [], 0, 0
        for _ in range(data.varint()):
            step = data.varint()
            first += step
            second = (first if step else second) + 1 + data.varint()
            pairs.append((first, second))
        assert data.at == len(content)
        return pairs

    @staticmethod
    def read_pose(data, m, poses):
        if not poses:
            expected = [[1, 0, 0], [0, 1, 0]]
        elif len(poses) == 1:
            expected = poses[-1][0]
        else:
            (r0, _), (r1, _) = poses[-2:]
            expected = times(times(r1, list(zip(*r0))), r1)
        rotation = [[data.difference(float(x)) for x in row] for row in expected[:2]]
        rotation.append([data.difference(x) for x in cross(*rotation)])
        centers = [[x + y for x, y in zip(rotated(r, m), t)] for r, t in poses[-2:]]
        if not centers:
            t = [0.0, 0.0, 0.0]
        else:
            c = centers[-1]
            if len(centers) == 2:
                c = [x + (x - y) for x, y in zip(c, centers[0])]
            t = [x - y for x, y in zip(c, rotated(rotation, m))]
        return rotation, [data.difference(x) for x in t]


def frame_without_pairs(content, bodies):
    """The poses of a frame, as they are stored."""
    data = Bytes(content)
    for _ in range(12 * bodies):
        data.varint()
    return content[:data.at]


def pairs_content(pairs):
    out, first, second = varint(len(pairs)), 0, 0
    for a, b in pairs:
        base = second if a == first else a
        out += varint(a - first) + varint(b - base - 1)
        first, second = a, b
    return out
