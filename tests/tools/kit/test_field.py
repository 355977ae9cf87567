"""The field of a bridge's magnet, and what follows for magnet and reed."""

from dataclasses import replace
from math import atan, isclose, pi, sqrt

import pytest

from kahuna_table.tools.cli import main
from kahuna_table.tools.kit import field, places
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.random_kits import try_kits


@pytest.mark.parametrize("far", [3.0, 5.0, 8.0, 20.0])
def test_the_field_on_the_axis_is_that_of_the_closed_form(plan: Plan, far: float) -> None:
    """Of a bar magnetised along x, `far` from its face (K&J Magnetics, Furlani 2001)."""
    magnet = plan.kit.magnet
    wide, high, long = magnet.width_mm, magnet.height_mm, magnet.length_mm

    def face(z: float) -> float:
        return atan(wide * high / (2 * z * sqrt(4 * z * z + wide * wide + high * high)))

    closed = magnet.remanence_mt / pi * (face(far) - face(far + long))
    found, across = field.field_at(long / 2 + far, 0.0, 0.0, field.charges(magnet))

    assert isclose(found, closed, rel_tol=0.02)
    assert abs(across) < 1e-9


def test_far_away_the_field_is_that_of_a_dipole(plan: Plan) -> None:
    magnet = plan.kit.magnet
    volume = magnet.length_mm * magnet.width_mm * magnet.height_mm
    dipole = magnet.remanence_mt * volume / (4 * pi * 60.0**3)

    beside, _ = field.field_at(0.0, 60.0, 0.0, field.charges(magnet))

    assert isclose(beside, -dipole, rel_tol=0.02)


def test_a_magnet_over_its_reed_closes_it_and_one_turned_across_does_not(plan: Plan) -> None:
    kit = plan.kit

    assert field.own(kit, field.Placing()).least > field.closing_mt(kit.reed)
    assert field.own(kit, field.Placing(turned=90.0)).most < field.opening_mt(kit.reed)


def test_a_neighbour_is_felt_the_same_whichever_of_two_reeds_is_asked(plan: Plan) -> None:
    """Reciprocal as dipoles are: the same distance, the angles swapped."""
    first, second = places.slots(plan.kit)[4], places.slots(plan.kit)[10]

    one = field.other(plan.kit, first, second).mean
    other = field.other(plan.kit, second, first).mean

    assert isclose(one, other, rel_tol=0.05)


def test_a_weaker_magnet_misses_and_a_stronger_one_reaches_the_neighbours(plan: Plan) -> None:
    kit = plan.kit
    thin = replace(kit, magnet=replace(kit.magnet, width_mm=1.5, height_mm=1.5))
    thick = replace(kit, magnet=replace(kit.magnet, height_mm=3.0))

    assert min(each.closes for each in field.margins(thin)) < 0
    assert min(each.opens for each in field.margins(thick)) < 0
    assert all(each.closes > 0 and each.opens > 0 for each in field.margins(kit))


def test_random_kits_read_all_lines_and_those_of_a_more_sensitive_class_do_not(plan: Plan) -> None:
    kit = plan.kit
    loose = replace(
        kit,
        reed=replace(kit.reed, pull_in_at=(10.0, 20.0)),
        magnet=replace(kit.magnet, height_mm=3.0),
    )

    assert try_kits(kit, 60).right == 60
    bad = try_kits(loose, 60)
    assert bad.right < 60
    assert "sticks" in bad.told()


def test_the_same_seed_gives_the_same_kits(plan: Plan) -> None:
    loose = replace(plan.kit, reed=replace(plan.kit.reed, pull_in_at=(8.0, 12.0)))

    assert try_kits(loose, 40, seed=3) == try_kits(loose, 40, seed=3)


def test_the_command_tells_each_line_and_the_kits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", "field", "--kits", "5"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 28
    assert lines[0].startswith("ALOA-BARI: ")
    assert lines[-1] == "5 of 5 random kits read all 27 lines right"
