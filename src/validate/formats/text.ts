import { counted } from "../../diagnosis/words.ts";
import {
  nameText,
  printable,
  totalsOf,
  type Finding,
  type ObjectReport,
  type Place,
  type ValidationReport,
} from "../report.ts";

/** The colours of a terminal, or none. */
export interface Colours {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly faint: (text: string) => string;
}

const same = (text: string): string => text;

export const noColours: Colours = { error: same, warning: same, faint: same };

const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;

export const terminalColours: Colours = { error: sgr(31), warning: sgr(33), faint: sgr(2) };

/** The report for people: a line for each finding, as compilers print them, with its rule and what would work below. */
export function textReport(report: ValidationReport, colours: Colours = noColours): string {
  const lines = [
    ...report.problems.flatMap((finding) => findingLines(finding, "", colours)),
    ...report.objects.flatMap((object) =>
      object.findings.flatMap((finding) => findingLines(finding, titleOf(object), colours)),
    ),
  ];
  return [...lines, summaryOf(report), ""].join("\n");
}

const titleOf = ({ object, template }: ObjectReport): string =>
  `${nameText(object)}: ${template === "" ? "" : `(${printable(template)}) `}`;

const placeText = ({ file, line, column }: Place): string => `${printable(file)}:${line}:${column}`;

function findingLines(finding: Finding, title: string, colours: Colours): readonly string[] {
  const { level, message, place } = finding;
  const head = `${placeText(place)}: ${colours[level](level)}: ${title}${message.split("\n").map(printable).join("\n    ")}`;
  return [head, ...explanationOf(finding).map((line) => colours.faint(`    ${line}`))];
}

/** The lines below a finding: the rule behind it with its place, and what would work. */
export const explanationOf = ({ rule, hint }: Finding): readonly string[] => [
  ...(rule?.place === undefined
    ? []
    : [`${placeText(rule.place)}: rule of ${rule.kind} ${printable(rule.name)}: ${oneLine(rule.expression)}`]),
  ...(hint === undefined ? [] : [`hint: ${printable(hint)}`]),
];

const oneLine = (text: string): string =>
  printable(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join(" "),
  );

/** The last line: how many objects were accepted and refused. */
export function summaryOf(report: ValidationReport): string {
  const { objects, accepted, refused, expected, warnings } = totalsOf(report);
  const parts = [
    `${accepted} accepted`,
    `${refused} refused`,
    ...(expected > 0 ? [`${expected} refused as expected`] : []),
    ...(report.problems.length > 0 ? [counted(report.problems.length, "problem")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  return `${counted(objects, "object")}: ${parts.join(", ")}`;
}
