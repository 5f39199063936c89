"""The JSON Schema of case files, made from the models that read them, for editors and other programs."""

from __future__ import annotations

from typing import Any

from agent.case_types import CaseFile

DRAFT = "https://json-schema.org/draft/2020-12/schema"
VARIABLE = "Variable"
TEXT = ["string", "number"]
"""A number is read as text where text is wanted."""


def case_schema() -> dict[str, Any]:
    """The schema, draft 2020-12: a file is one case, or several with what they share.

    What a case file may leave out because its `defaults` or an included file say it is left open, as is what a variable
    stands for; both are told when the file is read.
    """
    found = CaseFile.model_json_schema()
    definitions = found.pop("$defs")
    case = definitions["CaseSource"]
    case.pop("required")
    case["properties"]["turns"]["items"] = {"anyOf": [{"$ref": "#/$defs/Turn"}, {"$ref": "#/$defs/IncludedTurns"}]}
    for definition in (found, *definitions.values()):
        for name, property_ in definition.get("properties", {}).items():
            definition["properties"][name] = _lenient(property_)
    return {
        "$schema": DRAFT,
        "title": "Conversation cases of grounded-support",
        "description": "What a customer writes, line by line, and what is expected of each reply.",
        "anyOf": [{"$ref": "#/$defs/CaseSource", "required": ["name"]}, {"$ref": "#/$defs/CaseFile"}],
        "$defs": {
            **definitions,
            "CaseFile": found,
            "IncludedTurns": {
                "type": "object",
                "description": "The turns of another file stand in the place of this one.",
                "properties": {"include": {"type": "string"}},
                "required": ["include"],
                "additionalProperties": False,
            },
            VARIABLE: {"type": "string", "pattern": r"\$\{", "description": "A variable in the place of a value."},
        },
    }


def _lenient(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a property that a number or a variable may stand for, too."""
    told: dict[str, Any] = {key: schema[key] for key in ("title", "description", "default") if key in schema}
    rest = _with_numbers({key: value for key, value in schema.items() if key not in told})
    if rest.get("type") == TEXT:
        return {**told, **rest}
    return {**told, "anyOf": [*(rest["anyOf"] if set(rest) == {"anyOf"} else [rest]), {"$ref": f"#/$defs/{VARIABLE}"}]}


def _with_numbers(schema: Any) -> Any:
    """Plain text anywhere in a schema as text or a number; a default is a value and no schema."""
    if isinstance(schema, list):
        return [_with_numbers(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {
        key: value if key in ("default", "enum", "const") else _with_numbers(value) for key, value in schema.items()
    }
    bare = found.get("type") == "string" and not found.keys() & {"enum", "const", "format", "pattern"}
    return {**found, "type": TEXT} if bare else found
