"""JSON Schema, as much of it as the schemas of witnesses and SARIF use.

`problems(value, schema)` lists what is wrong with a value; nothing if it conforms.
"""

import re

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}


def has_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Checker:
    def __init__(self, root):
        self.root = root

    def resolve(self, reference):
        node = self.root
        for part in reference.removeprefix("#/").split("/"):
            node = node[part.replace("~1", "/").replace("~0", "~")]
        return node

    def conforms(self, value, schema):
        return not self.problems(value, schema, "")

    def problems(self, value, schema, where):
        if schema is True or schema == {}:
            return []
        if schema is False:
            return [f"{where}: not allowed"]
        found = []
        if "$ref" in schema:
            found += self.problems(value, self.resolve(schema["$ref"]), where)
        if "type" in schema:
            wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            if not any(has_type(value, name) for name in wanted):
                return found + [f"{where}: {value!r} is not of type {wanted}"]
        if "enum" in schema and value not in schema["enum"]:
            found.append(f"{where}: {value!r} is none of {schema['enum']}")
        if "const" in schema and value != schema["const"]:
            found.append(f"{where}: {value!r} is not {schema['const']!r}")
        found += self.combinations(value, schema, where)
        if isinstance(value, dict):
            found += self.members(value, schema, where)
        if isinstance(value, list):
            found += self.items(value, schema, where)
        if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
            found.append(f"{where}: {value!r} does not match {schema['pattern']}")
        if has_type(value, "number"):
            if value < schema.get("minimum", value) or value > schema.get("maximum", value):
                found.append(f"{where}: {value} is out of range")
        return found

    def combinations(self, value, schema, where):
        found = []
        for part in schema.get("allOf", []):
            found += self.problems(value, part, where)
        if "anyOf" in schema and not any(self.conforms(value, s) for s in schema["anyOf"]):
            found.append(f"{where}: fits no alternative")
        if "oneOf" in schema:
            fitting = sum(self.conforms(value, s) for s in schema["oneOf"])
            if fitting != 1:
                found.append(f"{where}: fits {fitting} alternatives instead of one")
        if "not" in schema and self.conforms(value, schema["not"]):
            found.append(f"{where}: fits what it must not")
        if "if" in schema:
            branch = "then" if self.conforms(value, schema["if"]) else "else"
            found += self.problems(value, schema.get(branch, True), where)
        return found

    def members(self, value, schema, where):
        found = [f"{where}: {key} is missing" for key in schema.get("required", []) if key not in value]
        known = schema.get("properties", {})
        for key, member in value.items():
            inside = f"{where}/{key}"
            if key in known:
                found += self.problems(member, known[key], inside)
            else:
                found += self.problems(member, schema.get("additionalProperties", True), inside)
        return found

    def items(self, value, schema, where):
        found = []
        if len(value) < schema.get("minItems", 0):
            found.append(f"{where}: too few items")
        if schema.get("uniqueItems") and any(value.count(item) > 1 for item in value):
            found.append(f"{where}: items are repeated")
        for i, item in enumerate(value):
            found += self.problems(item, schema.get("items", True), f"{where}/{i}")
        return found


def problems(value, schema, part=None):
    """`part` names the definition to begin with, if it is not the schema itself."""
    return Checker(schema).problems(value, {"$ref": part} if part else schema, "")
