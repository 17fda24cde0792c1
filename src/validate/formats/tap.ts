import { explanationOf } from "./text.ts";
import { nameText, printable, type Finding, type ValidationReport } from "../report.ts";

/** The report as TAP version 14: a test point for each unreadable text and each object, findings as its diagnostics. */
export function tapReport({ objects, problems }: ValidationReport): string {
  const points = [
    ...problems.map((problem) => ({
      title: `${printable(problem.place.file)}:${problem.place.line}`,
      findings: [problem],
    })),
    ...objects.map(({ object, place, findings }) => ({
      title: `${nameText(object)} (${printable(place.file)}:${place.line})`,
      findings,
    })),
  ];
  const lines = points.flatMap(({ title, findings }, i) => {
    const failed = findings.some(({ level }) => level === "error");
    return [`${failed ? "not ok" : "ok"} ${i + 1} - ${title.replace(/[#\\]/g, "\\$&")}`, ...diagnostics(findings)];
  });
  return ["TAP version 14", `1..${points.length}`, ...lines, ""].join("\n");
}

/** A text in quotes, as YAML reads it. */
const quoted = (text: string): string => printable(JSON.stringify(text));

function diagnostics(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return [];
  const entries = findings.flatMap((finding) => {
    const { level, message, field, place } = finding;
    const explanation = explanationOf(finding);
    return [
      `  - severity: ${level}`,
      `    at: ${quoted(`${place.file}:${place.line}:${place.column}`)}`,
      ...(field === "" ? [] : [`    field: ${quoted(field)}`]),
      `    message: ${quoted(message)}`,
      ...(explanation.length === 0
        ? []
        : ["    explanation:", ...explanation.map((line) => `      - ${quoted(line)}`)]),
    ];
  });
  return ["  ---", ...entries, "  ..."];
}
