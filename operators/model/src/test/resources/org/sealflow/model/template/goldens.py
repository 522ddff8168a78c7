"""Fills in what Python's jinja2 makes of the templates here; run it in this folder after changing one.

The set-up is the one Hugging Face documents for chat templates. Made with jinja2 3.1.6.
"""

import datetime
import json
import pathlib

import jinja2
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

NOW = datetime.datetime(2026, 3, 5, 14, 7, 9)


class Generation(Extension):
    """Renders what stands between generation and endgeneration."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("_body"), [], [], body).set_lineno(line)

    def _body(self, caller):
        return caller()


def to_json(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(
        value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )


def refuse(message):
    raise jinja2.exceptions.TemplateError(message)


def environment():
    made = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols]
    )
    made.filters["tojson"] = to_json
    made.globals["raise_exception"] = refuse
    made.globals["strftime_now"] = NOW.strftime
    return made


def rendered(source, variables):
    try:
        return {"text": environment().from_string(source).render(**variables)}
    except jinja2.exceptions.TemplateError as error:
        raised = type(error) is jinja2.exceptions.TemplateError
        return {"refused": str(error)} if raised else {"error": str(error)}
    except Exception as error:
        return {"error": str(error)}


def write(path, rows):
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def features(folder):
    variables = json.loads((folder / "variables.json").read_text(encoding="utf-8"))
    path = folder / "features.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    write(
        path,
        [
            {"feature": row["feature"], "template": row["template"]}
            | rendered(row["template"], variables)
            for row in rows
        ],
    )


def conversations(folder):
    rows = []
    talks = json.loads((folder / "conversations.json").read_text(encoding="utf-8"))
    for template in sorted(folder.glob("*.jinja")):
        source = template.read_text(encoding="utf-8")
        for talk in talks:
            row = {"template": template.name, "conversation": talk["name"]}
            rows.append(row | rendered(source, talk["variables"]))
    write(folder / "conversations-rendered.jsonl", rows)


if __name__ == "__main__":
    here = pathlib.Path(__file__).parent
    features(here)
    conversations(here)
