"""What a picture may be made of: elements that draw, and attributes that say how.

No script, style, link, image, foreign content or animation is among them, nor any attribute that
runs something or fetches something.
"""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


ELEMENTS = _names("""
    svg g defs symbol use title desc
    path rect circle ellipse line polyline polygon text tspan
    linearGradient radialGradient stop pattern clipPath mask marker
""")

ATTRIBUTES = _names("""
    id class d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height points pathLength
    viewBox preserveAspectRatio transform
    offset stop-color stop-opacity spreadMethod gradientTransform gradientUnits
    patternUnits patternTransform patternContentUnits clipPathUnits maskUnits
    markerUnits markerWidth markerHeight refX refY orient
    fill fill-opacity fill-rule opacity color display visibility pointer-events
    stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-dasharray stroke-dashoffset stroke-miterlimit
    clip-path clip-rule mask marker-start marker-mid marker-end vector-effect paint-order
    font-family font-size font-weight font-style letter-spacing text-decoration
    text-anchor dominant-baseline alignment-baseline baseline-shift rotate textLength lengthAdjust
""")
