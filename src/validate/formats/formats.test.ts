import { expect, it } from "vitest";
import type { Finding, ObjectReport, ValidationReport } from "../report.ts";
import { formatReport } from "./formats.ts";

/** What a terminal, a log of a workflow, XML, YAML or a reader may take for something else. */
const hostile = [
  "\u001b[31mred\u001b[0m",
  "\u009b31m\u007f\u0000\b",
  "a\n::error file=x::y\r\nok 7 - z # SKIP",
  "\u202egnp.yaml\u2066\u2028",
  "]]></failure><!-- & \"'",
  "100%25, a:b \\",
  "\u{10ffff}",
];

const placeIn = (file: string) => ({ file, line: 1, column: 2, endLine: 1, endColumn: 3 });

const reportOf = (text: string): ValidationReport => {
  const finding: Finding = {
    level: "error",
    message: `Invalid value: ${text}\nmore: ${text}`,
    reason: "FieldValueInvalid",
    field: text,
    place: placeIn(text),
    rule: { kind: "ValidatingAdmissionPolicy", name: text, expression: text, place: placeIn(text) },
    hint: text,
  };
  const object: ObjectReport = {
    object: { apiVersion: text, kind: text, namespace: text, name: text },
    place: placeIn(text),
    outcome: "refused",
    expected: false,
    template: text,
    findings: [finding, { ...finding, level: "warning" }],
  };
  return { objects: [object], problems: [finding], passed: false };
};

// oxlint-disable-next-line no-control-regex
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f]/;

/** What begins a line, an element or a test point in reports of a format, and how often it does. */
const beginnings = {
  text: /^(?:::|ok|not ok)/gm,
  github: /^(?:::\w+)?/gm,
  tap: /^(?:ok|not ok|1\.\.| +\S+)?/gm,
  junit: /<[!/]?\w*/g,
};

it.each(["text", "github", "tap", "junit"] as const)("writes hostile texts as harmless %s", (format) => {
  const harmless = formatReport(reportOf("a"), format);
  for (const text of hostile) {
    const written = formatReport(reportOf(`a${text}`), format);
    expect(written).not.toMatch(obeyed);
    expect(written.match(beginnings[format])).toEqual(harmless.match(beginnings[format]));
  }
});

it.each(["json", "sarif"] as const)("writes hostile texts as %s that can be read", (format) => {
  for (const text of hostile) expect(formatReport(reportOf(text), format)).toSatisfy(isJson);
});

const isJson = (text: string): boolean => typeof JSON.parse(text) === "object";

it("names files of spaces and signs in SARIF by an address that reads back as the name", () => {
  const name = "a b/%25#?ü.yaml";
  const log: unknown = JSON.parse(formatReport(reportOf(name), "sarif"));
  const [uri = ""] = /"uri": "([^"]*)"/.exec(JSON.stringify(log, undefined, 1))?.slice(1) ?? [];
  expect(decodeURIComponent(uri)).toBe(name);
});

const explained = (hints: readonly string[]): ValidationReport => {
  const { objects } = reportOf("a");
  const place = placeIn("few.yaml");
  const rule = { kind: "ValidatingAdmissionPolicy", name: "few", expression: "1 < 2", place };
  const findings = hints.map(
    (hint) => ({ level: "error", message: "b", reason: "", field: "", place, rule, hint }) as const,
  );
  return { objects: objects.map((object) => ({ ...object, findings })), problems: [], passed: false };
};

it.each(["text", "json", "junit", "sarif", "github", "tap"] as const)(
  "tells the rule behind each finding and what would work as %s",
  (format) => {
    const written = formatReport(explained(["first", "second"]), format);
    for (const told of ["first", "second", "few.yaml"]) expect(written).toContain(told);
  },
);

it("makes one failure of the errors of an object, as readers of JUnit show one", () => {
  expect(formatReport(explained(["first", "second"]), "junit").match(/<failure /g)).toHaveLength(1);
});
