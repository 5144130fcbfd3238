#!/usr/bin/env python3
"""Writes the seeds of the corpora: small inputs of every kind that the targets know, in the
encoding of read_bodies.cpp and fuzz_*.cpp. Inputs that once broke something stand beside
them under other names, and stay.

Usage: make_corpus.py [FOLDER]    (default: corpus, beside this script)
"""
import base64
import json
import pathlib
import random
import struct
import sys

NAN, HUGE, TOO_HUGE, TINY, TOO_TINY, DENORMAL = 17, 8, 10, 6, 7, 11


def small(value):
    return bytes([value % 9])


def whole(value):
    return b"\0" + small(value)


def remarkable(index):
    return b"\2" + bytes([index])


def raw(value):
    return b"\3" + struct.pack("<d", value)


def lattice(*xyz):
    return b"\0" + b"".join(map(small, xyz))


def scaled(exponent, *xyz):
    return b"\1" + struct.pack("<b", exponent) + b"".join(map(small, xyz))


def point(*numbers):
    return b"\2" + b"".join(numbers)


def copy(index):
    return bytes([3, index])


def nudged(index, axis, up):
    return bytes([4, index, axis, up])


def halfway(i, j):
    return bytes([5, i, j])


def points(*list_of_points):
    return bytes([len(list_of_points)]) + b"".join(list_of_points)


def pose(translation=(0, 0, 0), quaternion=None, bend=None):
    head = bytes([quaternion is not None, bend is not None, 0])
    turn = b"\1" + b"".join(map(small, quaternion)) if quaternion else b""
    bent = struct.pack("<Bb", *bend) if bend else b""
    return head + turn + bent + b"".join(map(small, translation))


def box(x, y, z):
    return points(*(lattice(i, j, k) for i in (-x, x) for j in (-y, y) for k in (-z, z)))


def sphere(count, seed):
    generator = random.Random(seed)
    return points(*(point(*(raw(generator.gauss(0, 1)) for _ in range(3))) for _ in range(count)))


CUBE = box(1, 1, 1)
CORNERS = [lattice(0, 0, 0), lattice(1, 0, 0), lattice(0, 1, 0), lattice(0, 0, 1)]
TETRAHEDRON = points(*CORNERS)
SQUARE = points(lattice(1, 1, 0), lattice(-1, 1, 0), lattice(-1, -1, 0), lattice(1, -1, 0))
DIAMOND = points(*(lattice(*p) for p in [(1, 1, 0), (-1, 1, 0), (0, 0, 1), (0, 0, -1), (0, 2, 0)]))


def hulls():
    third = raw(1 / 3)
    yield "cube", third + CUBE
    yield "cube_damaged", whole(2) + CUBE + bytes([3, 0, 0, 2, 7, 1, 1, 1, 2, 0, 5])
    yield "cube_face_lost", whole(2) + CUBE + bytes([1, 3, 0, 4])
    yield "grid", third + points(*(lattice(i % 3, i // 3 % 3, i // 9) for i in range(27)))
    yield "square_with_middle", third + points(*([lattice(i, j, i + j) for i in (0, 1, 2)
                                                  for j in (0, 1, 2)]))
    yield "segment", third + points(lattice(1, 2, 3), lattice(-1, -2, -3), halfway(0, 1))
    yield "same_point", third + points(lattice(1, 2, 3), copy(0), copy(1))
    yield "beside", third + points(*CORNERS, nudged(0, 0, 1), nudged(3, 1, 0), nudged(1, 2, 1))
    yield "flat_but_for_a_bit", third + points(
        lattice(0, 0, 1), lattice(4, 0, 1), lattice(0, 4, 1), lattice(4, 4, 1), nudged(3, 2, 1))
    yield "halfway", third + points(*CORNERS, *(halfway(i, j) for i in range(4) for j in range(i)))
    yield "sphere", third + sphere(24, 1)
    yield "needle", third + points(*CORNERS, scaled(60, 1, 1, 1), scaled(-60, 2, 1, 3))
    yield "not_a_number", third + points(*CORNERS, point(remarkable(NAN), whole(0), whole(0)))
    yield "largest", third + points(*CORNERS, point(*[remarkable(HUGE)] * 3))
    yield "too_large", third + points(*CORNERS, point(*[remarkable(TOO_HUGE)] * 3))
    yield "smallest", whole(1) + points(lattice(0, 0, 0), point(*[remarkable(TINY)] * 3))
    yield "too_small", whole(1) + points(lattice(0, 0, 0), point(*[remarkable(TOO_TINY)] * 3))
    yield "denormal", raw(1e-60) + points(*CORNERS, point(*[remarkable(DENORMAL)] * 3))


def pairs():
    def question(a, pose_a, b, pose_b, later, *, method=0, start=0, seed=b"", cells=0, depth=0,
                 limit=whole(1), cache=b"\0", rounding=b""):
        return (bytes([method, start, cells, depth]) + seed + limit + a + b + pose_a + pose_b +
                later + cache + rounding)

    here = pose()
    yield "faces_touch", question(CUBE, here, CUBE, pose((2, 0, 0)), pose((3, 0, 0)))
    yield "boxes_overlap", question(CUBE, here, CUBE, pose((1, 1, 0)), pose((2, 2, 0)), method=1)
    yield "edges_cross", question(CUBE, pose((0, 0, 0), (1, 0, 0, 1)), CUBE,
                                  pose((3, 1, 1), (2, 1, 0, 0)), pose((2, 1, 1)), method=1)
    yield "vertex_on_face", question(CUBE, here, TETRAHEDRON, pose((1, 0, 0)), here, method=2)
    yield "inside", question(box(4, 4, 4), here, TETRAHEDRON, pose((1, 1, 1)), pose((2, 2, 2)),
                             method=1)
    yield "same_body", question(CUBE, here, CUBE, here, pose((0, 0, 0), (4, 0, 0, 1)))
    yield "bent_pose", question(CUBE, here, CUBE, pose((2, 0, 0), None, (1, 100)),
                                pose((2, 1, 0), (3, 1, 0, 0), (5, -9)), method=1)
    yield "polygons_cross", question(SQUARE, here, SQUARE, pose((1, 0, 0), (1, 1, 0, 0)), here)
    yield "coplanar_polygons", question(SQUARE, here, points(*CORNERS[:3]), pose((1, 0, 0)),
                                        pose((2, 0, 0), (1, 0, 0, 1)), method=1)
    yield "segments", question(points(lattice(-1, 0, 0), lattice(1, 0, 0)), here,
                               points(lattice(0, -1, 0), lattice(0, 1, 0)), here, pose((0, 0, 1)))
    yield "points", question(points(lattice(1, 2, 3)), here, points(lattice(1, 2, 3)), here,
                             pose((0, 0, 1)), method=1)
    yield "spheres", question(sphere(12, 2), here, sphere(12, 3), pose((1, 0, 0), (1, 2, 3, 4)),
                              pose((2, 0, 0), (1, 2, 3, 4)), method=1, limit=raw(0.5))
    yield "random_start", question(CUBE, here, DIAMOND, pose((3, 0, 0)), pose((2, 1, 0)), method=1,
                                   start=2, seed=b"8 bytes.", cells=1)
    yield "no_depth", question(CUBE, here, DIAMOND, pose((1, 0, 0)), pose((2, 1, 0)), depth=1,
                               limit=whole(0))
    lie = bytes([1, 4, 1, 1, 2, 2]) + b"\xff" * 8 + bytes(range(32)) + struct.pack("<3d", 0, 1, 0)
    yield "lying_cache", question(CUBE, here, CUBE, pose((2, 2, 2)), here, method=1, cache=lie)
    yield "lying_cache_inside", question(CUBE, here, CUBE, pose((1, 0, 0)), pose((4, 0, 0)),
                                         cache=lie[:2] + b"\2" + lie[3:])
    yield "limit_not_a_number", question(CUBE, here, CUBE, pose((3, 0, 0)), here,
                                         limit=remarkable(NAN))
    yield "sizes_apart", question(
        points(*CORNERS, scaled(100, 1, 2, 3)), here, points(*CORNERS, scaled(-100, -1, 2, 0)),
        pose((-1, 0, 0)), pose((0, 0, 1), (1, 0, 2, 0)), method=1)
    no_cache = b"\0\0"
    yield "rounded", question(CUBE, here, DIAMOND, pose((3, 0, 0)), pose((2, 1, 0)), method=3,
                              cache=no_cache, rounding=bytes([2, 4]))
    yield "balls", question(points(lattice(0, 0, 0)), here, points(lattice(2, 0, 0)), here,
                            pose((0, 1, 0)), method=4, cache=no_cache, rounding=bytes([8, 8]))
    yield "capsules", question(points(lattice(0, 0, -1), lattice(0, 0, 1)), here,
                               points(lattice(0, 2, 0), lattice(2, 0, 0)), here,
                               pose((1, 1, 1), (1, 0, 1, 0)), cache=no_cache,
                               rounding=bytes([3, 7]))
    yield "beside", question(CUBE, here, points(*CORNERS, nudged(0, 0, 0), nudged(3, 0, 0)),
                             pose((1, 0, 0)), pose((1, 1, 1)))


JSON_BOXES = '"a": {"box": [1, 1, 1]}, "b": {"box": [1, 1, 1]}'
JSON_HULL = '{"hull": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}'
JSON_LINES = {
    "boxes": f'{{"id": 1, {JSON_BOXES}}}',
    "hulls": f'{{"a": {JSON_HULL}, "b": {JSON_HULL}, "pose_b": {{"translation": [2, 0, -0.0]}}}}',
    "rotation": f'{{{JSON_BOXES}, "pose_a": {{"rotation": [[0,-1,0],[1,0,0],[0,0,1]]}}}}',
    "quaternion": f'{{{JSON_BOXES}, "pose_b": {{"quaternion": [0, 0, 0, 1], '
                  '"translation": [1, 2, 3]}}',
    "hex_floats": '{"a": {"hull": [["0x1.8p+1", "-0x0p0", 5e-324]]}, '
                  '"b": {"box": ["0x1", 1e2, 0]}}',
    "any_id": f'{{"id": {{"z": [1, "\\u00e9", null, true, 1.5e-7]}}, {JSON_BOXES}}}',
    "key_twice": '{"id": 1, "id": 2}',
    "unknown_key": f'{{{JSON_BOXES}, "c": 1}}',
    "too_large": '{"id": 5, "a": {"box": [1, 1e999, 1]}}',
    "cut_off": f'{{"id": 17, {JSON_BOXES}, "pose_a": {{"transl',
    "deep": '{"id": ' + "[" * 70,
    "not_text": "{\"id\": \"\xff\xfe\0\"}",
    "wrong_types": '{"a": {"hull": [[1, null, {}]]}, "b": 3}',
    "flat": '{"a": {"box": [1, 1, 0]}, "b": {"box": [0, 1, 1]}}',
    "two_lines": f'{{"id": 1, {JSON_BOXES}}}\n\n{{"id": 2, {JSON_BOXES}, '
                 '"pose_b": {"translation": [2, 0, 0]}}\n',
    "no_object": "[1, -2.5, \"a\"]",
    "spheres": '{"a": {"sphere": 1}, "b": {"sphere": "0x1p-1"}, '
               '"pose_b": {"translation": [1.5, 0, 0]}}',
    "capsule_cylinder": '{"a": {"capsule": {"radius": 0.5, "half_length": 1}}, "b": {"cylinder": '
                        '{"half_length": 2, "radius": 1}}, "pose_b": {"translation": [1, 1, 1]}}',
    "cone_ellipsoid": '{"a": {"cone": {"radius": 1, "half_length": 1}}, '
                      '"b": {"ellipsoid": [1, 2, 3]}, "pose_b": {"translation": [0, 0, 4]}}',
    "halfspace": '{"a": {"halfspace": {"normal": [0, 3, 4], "offset": 0.5}}, '
                 '"b": {"box": [1, 1, 1], "rounding": 0.1}, "margin": 0.25}',
    "halfspaces": '{"a": {"halfspace": {"normal": [0, 0, 1], "offset": 0}}, '
                  '"b": {"halfspace": {"normal": [1, 0, 1], "offset": 1}}}',
    "triangle_segment": '{"a": {"triangle": [[0,0,0],[1,0,0],[0,1,0]]}, '
                        '"b": {"segment": [[0.25,0.25,-1],[0.25,0.25,1]]}, "margin": "0x1p-4"}',
    "rounded_point": '{"a": {"point": [0, 0, 0], "rounding": 2}, "b": {"point": [0, 0, 2]}}',
    "two_kinds": '{"a": {"sphere": 1, "box": [1, 1, 1]}, "b": {"sphere": 1}}',
    "bad_sizes": '{"a": {"cone": {"radius": -1, "half_length": 0}}, "b": {"sphere": 1}, '
                 '"margin": -1}',
}


def lines():
    for number, (name, text) in enumerate(JSON_LINES.items()):
        yield name, bytes([number & 1, number >> 1 & 1, number >> 2 & 1]) + text.encode("latin-1")


CORNERS_3D = [(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 0.5)]
TRIANGLES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]


BUFFER = struct.pack("<12f12H", *(x for p in CORNERS_3D for x in p),
                     *(i for t in TRIANGLES for i in t))


def gltf(uri="", **members):
    """A glTF file as JSON: the tetrahedron, shifted by its node. Other members replace these."""
    buffer = {"uri": uri, "byteLength": 72} if uri else {"byteLength": 72}
    file = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "translation": [10, 0, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "buffers": [buffer],
        "bufferViews": [{"buffer": 0, "byteLength": 48},
                        {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                      {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}]}
    file = {name: value for name, value in (file | members).items() if value is not None}
    return json.dumps(file, separators=(",", ":")).encode()


def gltf_files():
    uri = "data:application/octet-stream;base64," + base64.b64encode(BUFFER).decode()
    yield "gltf", b"\0" + gltf(uri)
    text = gltf()
    text += b" " * (-len(text) % 4)
    yield "glb", (b"\1glTF" + struct.pack("<III", 2, 28 + len(text) + len(BUFFER), len(text)) +
                  b"JSON" + text + struct.pack("<I", len(BUFFER)) + b"BIN\0" + BUFFER)

    def parts(buffer=BUFFER, **members):
        return b"\2" + gltf(**members) + b"\0" + buffer

    position = {"attributes": {"POSITION": 0}}
    yield "strip_and_fan", parts(meshes=[{"primitives": [
        position | {"indices": 1, "mode": 5}, position | {"mode": 6}, position | {"mode": 1}]}])
    yield "nodes", parts(scenes=[{"nodes": [0, 3]}], nodes=[
        {"name": "a", "children": [1, 2], "rotation": [0, 0, 0.6, 0.8]},
        {"name": "b", "mesh": 0, "scale": [-1, 1, 2]}, {"mesh": 0},
        {"mesh": 0, "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]}])
    views = [{"buffer": 0, "byteLength": 64, "byteStride": 16},
             {"buffer": 0, "byteOffset": 64, "byteLength": 8}]
    places = {"bufferView": 0, "byteOffset": 4, "componentType": 5126, "count": 4, "type": "VEC3"}
    yield "interleaved", parts(
        b"".join(struct.pack("<4f", 7, *p) for p in CORNERS_3D) + bytes([0, 2, 1, 0, 1, 3, 9, 9]),
        buffers=[{"byteLength": 72}], bufferViews=views, accessors=[
            places, {"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"}])
    sparse = {"count": 2, "indices": {"bufferView": 1, "componentType": 5123},
              "values": {"bufferView": 0, "byteOffset": 12}}
    yield "sparse", parts(
        accessors=[{"componentType": 5126, "count": 4, "type": "VEC3", "sparse": sparse},
                   {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}])
    yield "no_scene", parts(scenes=[], nodes=[], scene=None, extensionsRequired=["KHR_materials_x"],
                            images=[{"bufferView": 99}])
    yield "ring", parts(nodes=[{"children": [1], "mesh": 0}, {"children": [0]}])


def dae(nodes, faces=None, values=12):
    numbers = " ".join(str(x) for p in CORNERS_3D for x in p)
    corners = " ".join(str(i) for t in TRIANGLES for i in t)
    faces = faces or f'<triangles count="4">%s<p>{corners}</p></triangles>'
    faces = faces.replace("%s", '<input semantic="VERTEX" source="#v" offset="0"/>')
    return (
        '<COLLADA version="1.4.1"><library_geometries><geometry id="g"><mesh><source id="s">'
        f'<float_array id="a" count="{values}">{numbers}</float_array><technique_common>'
        '<accessor source="#a" count="4" stride="3"><param name="X" type="float"/>'
        '<param name="Y" type="float"/><param name="Z" type="float"/></accessor>'
        '</technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/>'
        f'</vertices>{faces}</mesh></geometry></library_geometries>'
        f'<library_visual_scenes><visual_scene id="w">{nodes}</visual_scene></library_visual_scenes>'
        '<scene><instance_visual_scene url="#w"/></scene></COLLADA>').encode()


def dae_files():
    node = '<node><translate>1 0 0</translate><instance_geometry url="#g"/></node>'
    yield "dae", dae(node)
    yield "polylist", dae(node, '<polylist count="2">%s<vcount>3 4</vcount>'
                                '<p>0 1 2 0 1 3 2</p></polylist>')
    yield "strip", dae(node, '<tristrips count="1">%s<p>0 1 2 3</p></tristrips>'
                             '<trifans count="1">%s<p>0 1 2 3</p></trifans>')
    yield "lines", dae(node, '<lines count="1">%s<p>0 1</p></lines>'
                             '<polygons count="1">%s<p>0 1 2 3</p></polygons>')
    yield "instances", dae(
        '<node id="n"><rotate>0 0 1 90</rotate><instance_geometry url="#g"/></node>'
        '<node><scale>1 2 3</scale><instance_node url="#n"/></node>')
    yield "shows_itself", dae('<node id="n"><instance_geometry url="#g"/>'
                              '<node><instance_node url="#n"/></node></node>')


def mesh_files():
    formats = ["obj", "stl", "ply", "off"]

    def file(ending, content):
        return bytes([formats.index(ending)]) + content

    def words(rows, head=""):
        return "".join(head + " ".join(map(str, row)) + "\n" for row in rows).encode()

    places = words(CORNERS_3D, "v ")
    yield "obj", file("obj", places + words(([i + 1 for i in t] for t in TRIANGLES), "f "))
    yield "obj_polygon", file("obj", places + b"v 1 1 0\nvt 0 0\nf 1/1 2/1 5/1 3/1\nf -1 -2 -3\n"
                              b"l 1 2\nv nan 1e999 -0\nf 1//1 2//1 \\\n 6//1\n")
    yield "obj_dented", file("obj", b"v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nf 1 2 3 4\n")
    yield "off", file("off", b"OFF\n4 4 0\n" + words(CORNERS_3D) +
                      words(((3,) + t for t in TRIANGLES)))
    yield "off_colours", file("off", b"COFF 4 1 0\n" + words(p + (1, 0, 0, 1) for p in CORNERS_3D) +
                              b"4 0 1 2 3 255 0 0 # red\n")
    yield "stl_words", file("stl", b"solid x\n" + b"".join(
        b"facet normal 0 0 1\nouter loop\n" + words((CORNERS_3D[i] for i in t), "vertex ") +
        b"endloop\nendfacet\n" for t in TRIANGLES[:2]) + b"endsolid x\n")
    yield "stl", file("stl", b"solid".ljust(80) + struct.pack("<I", 4) + b"".join(
        struct.pack("<12fH", 0, 0, 0, *(x for i in t for x in CORNERS_3D[i]), 0)
        for t in TRIANGLES))
    for name, encoding, order in [("ply_words", "ascii", ""),
                                  ("ply_little", "binary_little_endian", "<"),
                                  ("ply_big", "binary_big_endian", ">")]:
        head = (f"ply\nformat {encoding} 1.0\ncomment x\nelement vertex 4\nproperty float x\n"
                "property double y\nproperty float32 z\nelement face 4\n"
                "property list uchar int vertex_indices\nproperty short flag\nend_header\n")
        rows = [("fdf", p) for p in CORNERS_3D] + [("B3ih", (3,) + t + (7,)) for t in TRIANGLES]
        body = b"".join(struct.pack(order + kinds, *row) if order else words([row])
                        for kinds, row in rows)
        yield name, file("ply", head.encode() + body)


def main():
    beside = pathlib.Path(__file__).parent / "corpus"
    top = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else beside
    for target, seeds in {"hull": hulls, "pairs": pairs, "json": lines,
                          "mesh_file": mesh_files, "gltf": gltf_files, "dae": dae_files}.items():
        folder = top / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in seeds():
            assert len(content) <= (2048 if target in ("gltf", "dae") else 1024), (target, name)
            (folder / f"seed_{name}").write_bytes(content)


if __name__ == "__main__":
    main()
