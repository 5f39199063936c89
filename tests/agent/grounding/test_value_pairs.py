"""Per kind of value: ten ways and more to write the same one, and ten near misses and more."""

from datetime import date

import pytest

from agent.grounding.values import TypedValue, find_values, same_value

TODAY = date(2026, 11, 30)
"""A Monday."""

EQUAL: dict[str, str] = {
    "money": "$45 = 45 USD|$45 = 45 dollars|$45.00 = US$45|45,00 EUR = €45.00|€45 = 45 euros|$1,249.00 = 1249 USD|1.249,50 EUR = €1,249.50"
    "|10–20 EUR = €10 to €20|between $10 and $20 = $10-$20|$12.5k = 12,500 dollars|-$5 = minus 5 USD|up to $50 = no more than 50 dollars"
    "|CA$45 = 45 canadian dollars|$２５ = 25 USD|at least $50 = $50 or more|USD 45 = 45.00 USD",
    "percent": "35% = 35 percent|35 % = 35 per cent|ten percent = 10%|10-15% = 10 to 15 percent|2.5% = 2,5 %|up to 20% = at most 20 percent"
    "|at least 5% = 5 percent or more|５% = 5 percent|5 % points = 5 percentage points|twenty-five percent = 25%|less than 3% = under 3 percent",
    "date": "2026-03-03 = 3 March 2026|March 3rd, 2026 = 3 March 2026|2026-03-03 = March 3|3.3.2026 = 2026-03-03|21/11/2026 = 21 November 2026"
    "|tomorrow = 2026-12-01|yesterday = 29 November|the day before yesterday = 2026-11-28|two days ago = 28 November|a week ago = 23 November 2026"
    "|three days from now = 3 December|in a week's time = 7 December 2026|last Friday = 27 November|this Friday = 4 December"
    "|Friday, 4 December = 2026-12-04|4 December (Friday) = December 4|no later than 5 December = by 5 December|the 3rd of March = 3 March"
    "|until 5 December = by 5 December|5–8 December = December 5 to 8",
    "duration": "48 hours = 2 days|a week = 7 days|a fortnight = 14 days|two weeks = 14 days|half a year = 6 months|a year and a half = 18 months"
    "|one and a half days = 36 hours|half an hour = 30 minutes|5 working days = 5 business days|five weekdays = 5 business days"
    "|5 calendar days = 5 days|1 year = twelve months|within 30 days = no more than 30 days|30-day = thirty days|up to 10 days = 10 days at most"
    "|5-10 business days = five to ten working days|more than 2 days = over 48 hours|a hundred days = 100 days",
    "quantity": "two items = 2 pieces|2 kg = 2.0 kilograms|up to 5 items = no more than five items|at least 3 photos = 3 photos or more"
    "|a dozen items = 12 items|half a dozen items = 6 pieces|twenty-one items = 21 items|1,000 points = 1000 points|under 5 kg = less than 5 kg"
    "|2-3 items = 2 to 3 items|５ items = five items",
    "order_id": "ORD-99107 = ord 99107|ORD-99107 = order number 99107|ORD-99107 = #ORD-99107|ORD-99107 = ORD_99107|ORD-99107 = Ord: 99107"
    "|order 99107 = ORD-99107|order no. 99107 = ORD-99107|ORD-99107 = ORD‑99107|ORD-99107 = ord99107|#W2378156 = W2378156|order ID 99107 = ORD-99107",
    "error_code": "E-1034 = E 1034|E-1034 = E1034|E-1034 = e-1034|E-1034 = Ｅ１０３４|APSB24-61 = apsb 24-61|CVE-2024-39397 = cve 2024 39397"
    "|MDVA-42507-V2 = mdva-42507_v2|ACSD-51890 = ACSD 51890|E‑1034 = E-1034|RFC 2119 = RFC-2119",
    "status": "it was shipped = it has been dispatched|it is on its way = it is in transit|it was shipped = it is on the way|it was canceled = it was cancelled"
    "|it has arrived = it was delivered|it is being processed = it is pending|it was not delivered = it hasn't been delivered"
    "|it's been delivered = it was delivered|it was not shipped = it wasn't shipped|it was partly shipped = it was partially shipped",
    "email": "help@harbourlane.example = HELP@harbourlane.example|a.b@x.example = A.B@x.example|a+b@x.example = a+b@X.example|a@x.example. = a@x.example",
    "link": "https://a.example/x = https://A.example/x/|a.example/x = https://a.example/x|www.a.example = https://www.a.example/|[x](https://a.example/r) = https://a.example/r",
    "phone": "+1 (555) 010-9999 = +1 555 010 9999|555-010-9999 = (555) 010-9999|+1 555 010 9999 = 555-010-9999|+44 20 7946 0958 = 020 7946 0958"
    "|0044 20 7946 0958 = +44 20 7946 0958|+44 (0)20 7946 0958 = +44 20 7946 0958|1-555-010-9999 = +1 555-010-9999|(555) 010-9999 = (555)010-9999"
    "|+49 30 1234 5678 = 030 1234 5678|+1 555 010 9999 ext. 12 = 555-010-9999 extension 12",
    "tracking": "1Z999AA10123456784 = 1Z 999 AA1 01 2345 6784|LK7300412GB = LK7300412GB",
    "version": "4.2.1 = version 4.2.1|v2.4.6-p3 = 2.4.6 p3|2.4.7-beta.2 = 2.4.7 beta 2|2.4.0 - 2.4.4 = 2.4.0 to 2.4.4|3.12.0-rc1 = 3.12.0rc1",
}

DIFFERENT: dict[str, str] = {
    "money": "$45 = €45|$45 = 45 CAD|$45 = -$45|$4.50 = $45.0|$45 = $45,000|up to $50 = $50|up to $50 = at least $50|$10-$20 = $10-$25|$10-$20 = $10"
    "|more than $50 = at least $50|45 cents = $45|1.000 EUR = €1|1.000 EUR = €1,000|$1m = $1k|A$45 = $45|under $50 = up to $50",
    "percent": "35% = 53%|5% = 5 percentage points|up to 20% = 20%|up to 20% = at least 20%|10-15% = 10-20%|10-15% = 15%|2.5% = 25%|-5% = 5%"
    "|less than 3% = at most 3%|more than 3% = less than 3%",
    "date": "2026-03-04 = March 3|2026-03-03 = 3 March 2025|by 3 March = 3 March|by 3 March = after 3 March|before 3 March = after 3 March"
    "|03/04/2026 = 2026-03-04|03/04/2026 = 2026-04-03|Thursday, 4 December = 2026-12-04|4 December (Monday) = 2026-12-04|tomorrow = today"
    "|two days ago = 27 November|next Friday = 4 December|Friday = 4 December|5-8 December = 5 December|2026-02-30 = 2026-03-02|until 5 December = from 5 December"
    "|since 3 March = by 3 March",
    "duration": "5 days = 5 business days|12 months = 365 days|a month = 30 days|5 nights = 5 days|up to 30 days = 30 days|within 30 days = after 30 days"
    "|up to 30 days = at least 30 days|at least 5 days = 5 days|more than 5 days = at least 5 days|within 5 days = within 7 days|30 days = 30 hours"
    "|half a day = a day|a week and a half = a week|2-3 weeks = 2-3 days|less than 24 hours = within 24 hours|a year = 52 weeks",
    "quantity": "2 items = 3 items|2 kg = 2 items|2 kg = 2 lb|up to 5 items = 5 items|at least 3 photos = at most 3 photos|2-3 items = 2 items"
    "|2.5 kg = 25 kg|5 points = 5 items|a dozen items = 10 items|5 cm = 5 mm",
    "order_id": "ORD-99107 = ORD-99170|ORD-99107 = ORD-9910|ORD-99107 = ORD-991070|ORD-99107 = ORD-09107|#W2378156 = #W2378165|order 99107 = order 99108",
    "error_code": "E-1034 = E-1043|E-1034 = E-103|E-1034 = E-10340|CVE-2024-39397 = CVE-2023-39397|APSB24-61 = APSB24-16|MDVA-42507 = MDVA-42507-V2"
    "|ACSD-51890 = MDVA-51890|E-1034 = E-1304",
    "status": "it was shipped = it was delivered|it is out for delivery = it was delivered|it is out for delivery = it is on its way|it was shipped = it was not shipped"
    "|it was cancelled = it was returned|it was returned = it was refunded|it is pending = it was shipped|it is delayed = it was lost"
    "|it was partially shipped = it was shipped|it was processed = it is being processed",
    "email": "help@harbourlane.example = help@harborlane.example|a@x.example = b@x.example|a@x.example = a@y.example|ab@x.example = a.b@x.example",
    "link": "https://a.example/x = https://a.example/y|https://a.example/x = https://b.example/x|https://a.example/x = http://a.example/x"
    "|https://a.example/x = https://a.example/X|https://a.example = https://www.a.example|https://a.example/x = https://a.example/x?y=1",
    "phone": "+1 555 010 9999 = +1 555 010 9998|+1 555 010 9999 = +44 555 010 9999|555-010-9999 = 555-010-9990|020 7946 0958 = 020 7946 0985"
    "|+44 20 7946 0958 = 030 7946 0958|555-010-9999 ext. 1 = 555-010-9999 ext. 2|555-010-9999 ext. 1 = 555-010-9999|+49 30 1234 5678 = 040 1234 5678",
    "tracking": "1Z999AA10123456784 = 1Z999AA10123456748|LK7300412GB = LK7300412DE|NW5519028846 = NW551902884|9400110200881234567 = 9400110200881234568",
    "version": "4.2.1 = 4.2.10|2.4.6 = 2.4.6-p3|2.4.6-p1 = 2.4.6-p10|2.4.x = 2.4.6|v2 = v3|2.4.0-2.4.4 = 2.4.0-2.4.6|2.4.7-rc1 = 2.4.7-beta1|PHP 8.0 = PHP 8.10",
}


def pairs(table: dict[str, str]) -> list[tuple[str, str, str]]:
    return [(kind, *pair.split(" = ")) for kind, listed in table.items() for pair in listed.split("|")]  # type: ignore[misc]


def only(text: str, kind: str) -> TypedValue:
    (value,) = find_values(text, TODAY)
    assert value.kind == kind
    return value


@pytest.mark.parametrize(("kind", "left", "right"), pairs(EQUAL))
def test_same_value_in_other_words_is_equal(kind: str, left: str, right: str) -> None:
    assert same_value(only(left, kind), only(right, kind))


@pytest.mark.parametrize(("kind", "left", "right"), pairs(DIFFERENT))
def test_near_miss_is_not_equal(kind: str, left: str, right: str) -> None:
    assert not same_value(only(left, kind), only(right, kind))


def test_wrong_weekday_is_not_equal_to_its_own_day_without_a_year() -> None:
    assert not same_value(only("Friday, 3 December", "date"), only("Thursday, 3 December", "date"))


def test_weekday_of_the_evidence_is_compared_too() -> None:
    assert same_value(only("Friday, 4 December", "date"), only("2026-12-04 (Friday)", "date"))


def test_a_part_other_than_a_half_is_left_unread() -> None:
    assert find_values("It takes a quarter of an hour.", TODAY) == ()
