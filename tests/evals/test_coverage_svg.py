from xml.etree import ElementTree

import pytest

from evals.bounded_points import CurvePoint
from evals.coverage_svg import KEPT, MISSED, coverage_svg, write_curve
from evals.errors import ReportError

SVG = "{http://www.w3.org/2000/svg}"


def point(coverage, upper, rate=0.0):
    return CurvePoint(entailed=0.9, passing=100, wrong=round(100 * rate), rate=rate, upper=upper, coverage=coverage)


CURVE = (point(0.2, 0.03), point(0.5, 0.009), point(0.9, 0.2, 0.1))


def test_what_keeps_the_rate_has_its_own_colour_and_stands_at_its_coverage():
    marks = ElementTree.fromstring(coverage_svg(CURVE, 0.01)).findall(f"{SVG}g/{SVG}circle")
    assert [mark.get("fill") for mark in marks] == [MISSED, KEPT, MISSED]
    places = [float(mark.get("cx")) for mark in marks]
    assert (places[1] - places[0]) / (places[2] - places[1]) == pytest.approx(0.75, abs=0.01)


def test_nothing_is_drawn_outside_the_picture():
    for curve in (CURVE, (point(1.0, 1.0),), ()):
        picture = ElementTree.fromstring(coverage_svg(curve, 0.01))
        heights = [float(line.get(end)) for line in picture.iter(f"{SVG}line") for end in ("y1", "y2")]
        assert all(0 <= height <= 400 for height in heights)


def test_numbers_can_be_read_at_each_mark():
    told = [one.text for one in ElementTree.fromstring(coverage_svg(CURVE, 0.01)).findall(f"{SVG}g/{SVG}title")]
    assert told[1] == "from 0.900: 100 pass, 0 wrong, 0.00%, at most 0.90%; 50.0% of the supported"


def test_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(ReportError, match=r"curve\.svg cannot be written .* `--curve FILE`"):
        write_curve(CURVE, 0.01, tmp_path / "none" / "curve.svg")
