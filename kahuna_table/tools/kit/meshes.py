"""Solids as STEP and STL, and what a printer would say to them. Needs the extra `kit`."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from math import radians, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
import trimesh
from build123d import export_step, export_stl

from kahuna_table.tools.kit.design import Kit
from kahuna_table.tools.kit.models import Printed
from kahuna_table.tools.kit.solids import Solid

TOLERANCE_MM: Final = 0.05
"""How far a triangle may lie from a curved face: half of what a printer resolves."""
ANGLE: Final = 0.15
"""Radians between two facets of a curve."""
DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""In the header of a STEP file, so that the same part gives the same file."""
BED_MM: Final = 0.01
"""A face this low lies on the bed."""


FACET_DEGREES: Final = 2.0
"""A facet of a cone may lean out so much farther than the cone."""


def step(solid: Solid, name: str) -> bytes:
    """The exact part for a CAD program or a router."""
    solid.label = name
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.step"
        export_step(solid, path, timestamp=DATE)
        # the number of a placement counts all files that a process wrote
        return re.sub(rb"(USAGE_OCCURRENCE\(')\d+", rb"\g<1>1", path.read_bytes())


def stl(solid: Solid) -> bytes:
    """The part as triangles for a slicer."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "part.stl"
        export_stl(solid, path, tolerance=TOLERANCE_MM, angular_tolerance=ANGLE)
        return path.read_bytes()


def mesh_of(data: bytes) -> Any:
    return trimesh.load_mesh(trimesh.util.wrap_as_stream(data), file_type="stl")


def faults(kit: Kit, part: Printed, mesh: Any) -> Iterator[str]:
    """What keeps a mesh from being printed as it lies, without support."""
    if not mesh.is_watertight:
        yield f"{part.name}: the mesh is not closed"
    if mesh.body_count != 1:
        yield f"{part.name}: expected one body, got {mesh.body_count}"
    off = max(abs(got - want) for got, want in zip(mesh.extents, part.size_mm, strict=True))
    if off > 2 * TOLERANCE_MM:
        yield f"{part.name}: {off:.2f} mm off the size that the plan has"
    if abs(mesh.bounds[0][2]) > BED_MM:
        yield f"{part.name}: it floats {mesh.bounds[0][2]:.2f} mm above the bed"
    for span in ceilings_mm(mesh, kit.machine.least_overhang_degrees):
        if span > kit.machine.longest_print_span_mm:
            yield f"{part.name}: a ceiling spans {span:.1f} mm without support"


def ceilings_mm(mesh: Any, degrees: float) -> list[float]:
    """The shorter side of each patch that leans out by more than `degrees` from the upright: a
    printer must span it like a bridge, from wall to wall."""
    steep = mesh.face_normals[:, 2] < -sin(radians(degrees + FACET_DEGREES))
    above = mesh.triangles[:, :, 2].min(axis=1) > mesh.bounds[0][2] + BED_MM
    hanging = np.nonzero(steep & above)[0]
    if not len(hanging):
        return []
    pairs = mesh.face_adjacency
    inside = np.isin(pairs, hanging).all(axis=1)
    patches = trimesh.graph.connected_components(pairs[inside], nodes=hanging)
    spans = []
    for patch in patches:
        points = mesh.triangles[patch].reshape(-1, 3)[:, :2]
        width, deep = points.max(axis=0) - points.min(axis=0)
        spans.append(float(min(width, deep)))
    return spans
