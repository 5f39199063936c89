"""Versions of two numbers, told by the word before them: `MariaDB 10.1`, `PHP 8.1`, `release 2.4`, `upgrade to 10.6`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.finding_versions import END, SUFFIX, TO, versions_in
from agent.grounding.typed import TypedValue

_SOFTWARE = (
    r"php|mysql|maria ?db|percona|postgres(?:ql)?|sqlite|mongo ?db|redis|valkey|rabbit ?mq|active ?mq|kafka|elastic ?search"
    r"|open ?search|solr|varnish|nginx|apache|httpd|tomcat|composer|node(?:\.?js)?|npm|yarn|python|java|jdk|ruby|perl|\.net"
    r"|docker|kubernetes|ubuntu|debian|centos|rhel|fedora|alpine|linux|kernel|windows|mac ?os|os x|ios|ipados|watchos|tvos"
    r"|android|chrome|firefox|safari|opera|magento|commerce|qpt|ece-tools|usb|bluetooth|hdmi|tls|ssl|http|oauth|openssl"
    r"|wordpress|woocommerce|drupal|shopify|symfony|laravel|jquery|react|angular|vue|api|sdk|firmware|app|driver|plugin"
    r"|extension|module|library|schema"
)
_SAYS_VERSION = r"versions?|releases?|lines?|ver\.?|v\.?|rev(?:ision)?\.?|build|patch"
_MOVED = (
    r"(?:up|down)grad(?:e[sd]?|ing)|updat(?:e[sd]?|ing)|migrat(?:e[sd]?|ing)|fixed|resolved|introduced|deprecated|removed in"
    r"|added in|patched"
)
_PLACES = r"sections?|chapters?|clauses?|paragraphs?|figures?|appendix"
_CURRENCY = r"THB|BRL|MXN|ZAR|KRW|CZK|HUF|RON|TRY|ILS|AED|SAR|RUB|UAH|RSD|BGN|Rs|Kr|Fr|Ft"
_BRANDS = (
    rf"(?-i:(?!(?:{_CURRENCY})\b)(?:[A-Z]{{2,12}}|[a-z]{{1,4}}[A-Z]\w{{1,20}}|[A-Z][a-z]{{1,20}}[A-Z]\w{{0,20}}"
    r"|(?<=[\w,;)] )[A-Z][A-Za-z]{2,20}))"
)
"""Names by their capitals: two and more, one inside, or one in the middle of a sentence."""

_BETWEEN = (
    r"(?:[ :|(]{1,3}(?:server|client|database|engine|cloud|edition|open|source|versions?|releases?|ver|v|from|to|in|is|since"
    r"|must|be|are|has|uses|runs|with|at|least|before|after|than|between|requires?|required|minimum|below"
    r"|above|newer|older|later|or|on|line)){0,4}"
    r"(?:, )?[ :|(>=<~^≥≤®™\"'`/_-]{0,5}v?"
)
_UNIT = (
    r"(?! ?(?:%|°|\"|x(?!\w)|[€£$¥₹]|percent|per cent|kg|g|lbs?|oz|mm|cm|m|km|ft|inch(?:es)?|ml|l|w|v|kb|mb|gb|tb|mbps|gbps"
    r"|mhz|ghz|mah|wh|dpi|px|ms|seconds?|stars?|pieces?|kr|kč|zł|czk|huf|ron|thb|brl|lei|rs|ft|lakh)(?![a-z]))"
)
_TWO = rf"\d{{1,5}}(?:\.\d{{1,5}}){{1,4}}{SUFFIX}{END}(?!,\d){_UNIT}"
_VERSION = rf"(?:\0+|(?P<low>{_TWO})(?:{TO}v?(?P<high>{_TWO}))?)"
_HAS_VERSION = re.compile(r"\d\.\d")
"""What each of them has somewhere."""
_TOLD = re.compile(
    rf"(?:(?<!\w)(?:{_SOFTWARE}|{_SAYS_VERSION}|{_MOVED}|{_PLACES})(?![a-z]){_BETWEEN}"
    rf"|(?<!\w){_BRANDS}(?: |: ?| \(|-|®|™| \| ?)v?){_VERSION}",
    re.IGNORECASE,
)
_NEXT = re.compile(
    rf"\0*(?:, ?(?:and |or )?| ?[/&|-] ?| (?:and|or|to|or to|through|until|up to) )v?{_VERSION}", re.IGNORECASE
)
"""The next one of a list: `PHP 7.4, 8.1 and 8.2`; a value that is read already may stand between."""


def find_product_versions(whole: str, rest: str) -> Iterator[TypedValue]:
    """Versions after a name of software or another word that tells them; amounts of money and the like are read before."""
    if not _HAS_VERSION.search(rest):
        return
    done = 0
    for told in _TOLD.finditer(rest):
        match: re.Match[str] | None = told if told.start() >= done else None
        while match is not None:
            values = versions_in(whole, match) if match["low"] else ()
            yield from values
            done = values[-1].end if values else match.end()
            match = _NEXT.match(rest, done)
