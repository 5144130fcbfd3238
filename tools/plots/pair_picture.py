#!/usr/bin/env python3
"""Draws the README's picture: a box and an octahedron, apart, touching and overlapping,
with the closest points and the normal that `glance pairs` answers.

Usage: pair_picture.py GLANCE_PROGRAM > docs/images/pairs.svg
"""
import json
import math
import subprocess
import sys

HALF = (1.0, 0.8, 0.6)
RADIUS = 0.9375  # a double, and so is 1 + RADIUS: the tip touches exactly
CASES = [("apart", 2.6), ("touching", 1 + RADIUS), ("overlapping", 1.45)]

CORNERS = [(x, y, z) for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)]
BOX_FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
TIPS = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
GEM_FACES = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]


def rotate_z(p, angle):
    c, s = math.cos(angle), math.sin(angle)
    return (c * p[0] - s * p[1], s * p[0] + c * p[1], p[2])


def view(p):
    """Orthographic, from above and to the right; y of the picture points down."""
    x, y, z = rotate_z(p, -0.55)
    tilt = 0.42
    return (x, -(z * math.cos(tilt) + y * math.sin(tilt)), -y * math.cos(tilt) + z * math.sin(tilt))


def shade(points, colour):
    a, b, c = points[:3]
    u = [b[i] - a[i] for i in range(3)]
    v = [c[i] - a[i] for i in range(3)]
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.sqrt(sum(x * x for x in n))
    light = max(0, (n[0] * -0.3 + n[1] * -0.6 + n[2] * 0.74) / length)
    return "rgb(%d,%d,%d)" % tuple(int(c * (0.55 + 0.45 * light)) for c in colour)


def faces(points, loops, colour, opacity):
    """The faces towards the viewer, as (depth, svg)."""
    out = []
    for loop in loops:
        corners = [points[i] for i in loop]
        flat = [view(p) for p in corners]
        area = sum(flat[i - 1][0] * flat[i][1] - flat[i][0] * flat[i - 1][1]
                   for i in range(len(flat)))
        if area > 0:
            continue
        text = " ".join(f"{x:.3f},{y:.3f}" for x, y, _ in flat)
        depth = sum(f[2] for f in flat) / len(flat)
        out.append((depth, f'<polygon points="{text}" fill="{shade(corners, colour)}" '
                           f'fill-opacity="{opacity}"/>'))
    return out


def case_svg(name, centre, answer):
    box = [tuple(c[i] * HALF[i] for i in range(3)) for c in CORNERS]
    gem = [tuple(a + b for a, b in zip(tuple(RADIUS * x for x in t), (centre, 0, 0)))
           for t in TIPS]
    opacity = 0.62 if name == "overlapping" else 0.92
    drawn = faces(box, BOX_FACES, (120, 150, 190), opacity)
    drawn += faces(gem, GEM_FACES, (226, 160, 80), opacity)
    lines = [svg for _, svg in sorted(drawn)]
    a, b = view(answer["point_a"]), view(answer["point_b"])
    tip = view([p + 0.45 * n for p, n in zip(answer["point_a"], answer["normal"])])
    lines.append(f'<line x1="{a[0]:.3f}" y1="{a[1]:.3f}" x2="{tip[0]:.3f}" y2="{tip[1]:.3f}" '
                 'stroke="#1a7f37" stroke-width="0.03"/>')
    lines.append(f'<line x1="{a[0]:.3f}" y1="{a[1]:.3f}" x2="{b[0]:.3f}" y2="{b[1]:.3f}" '
                 'stroke="#c02020" stroke-width="0.035"/>')
    for p in (a, b):
        lines.append(f'<circle cx="{p[0]:.3f}" cy="{p[1]:.3f}" r="0.055" fill="#c02020"/>')
    size = answer["depth"] if name == "overlapping" else answer["distance"]
    what = "depth" if name == "overlapping" else "distance"
    if answer["verdict"] != name:
        sys.exit(f"expected {name}, got {answer}")
    lines.append('<text x="0.7" y="1.75" font-size="0.26" text-anchor="middle" '
                 f'font-family="sans-serif" fill="#555">{name}: {what} {size:.4g}</text>')
    return "\n".join(lines)


def main():
    program = sys.argv[1]
    gem = [[0.0 + RADIUS * x for x in t] for t in TIPS]

    def question(centre):
        return {"a": {"box": HALF}, "b": {"hull": gem},
                "pose_b": {"translation": [centre, 0, 0]}}

    def ask(questions):
        text = "\n".join(json.dumps(q) for q in questions) + "\n"
        done = subprocess.run([program, "pairs", "-"], input=text, capture_output=True, text=True,
                              check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -1.3 14.1 3.3" width="960">')
    for place, (name, centre) in enumerate(CASES):
        print(f'<g transform="translate({place * 4.8},0)">')
        print(case_svg(name, centre, ask([question(centre)])[0]))
        print("</g>")
    print("</svg>")


if __name__ == "__main__":
    main()
