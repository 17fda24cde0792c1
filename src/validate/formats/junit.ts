import { xmlText } from "../../component-base/report-texts.ts";
import { explanationOf } from "./text.ts";
import { nameText, type Finding, type ObjectReport, type ValidationReport } from "../report.ts";

/** The report in the format of JUnit: a suite for each file, a case for each object and each unreadable text. */
export function junitReport({ objects, problems }: ValidationReport): string {
  const files = [...new Set([...problems, ...objects].map(({ place }) => place.file))];
  const suites = files.map((file) =>
    suiteOf(
      file,
      problems.filter(({ place }) => place.file === file),
      objects.filter(({ place }) => place.file === file),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="kubepad validate">\n${suites.join("")}</testsuites>\n`;
}

const isError = ({ level }: Finding): boolean => level === "error";

function suiteOf(file: string, problems: readonly Finding[], objects: readonly ObjectReport[]): string {
  const failed = objects.filter(({ findings }) => findings.some(isError)).length;
  const errors = problems.filter(isError).length;
  const head = `tests="${objects.length + problems.length}" failures="${failed}" errors="${errors}"`;
  const cases = [
    ...problems.map((problem) => problemCase(file, problem)),
    ...objects.map((each) => objectCase(file, each)),
  ];
  return `  <testsuite name="${xmlText(file)}" ${head}>\n${cases.join("")}  </testsuite>\n`;
}

function problemCase(file: string, { level, message, place: { line, column } }: Finding): string {
  const told = xmlText(`${file}:${line}:${column}: ${message}`);
  const content = level === "error" ? `<error message="${told}"/>` : `<system-out>${told}</system-out>`;
  return `    <testcase classname="${xmlText(file)}" name="line ${line}">${content}</testcase>\n`;
}

/** The case of an object. Its errors are one failure, since readers of the format show only one of a case. */
function objectCase(file: string, { object, place, findings }: ObjectReport): string {
  const head = `    <testcase classname="${xmlText(file)}" name="${xmlText(`${nameText(object)} (line ${place.line})`)}"`;
  const errors = findings.filter(isError);
  const warnings = findings.filter((finding) => !isError(finding)).map((finding) => `warning: ${toldText(finding)}`);
  const [first] = errors;
  const failure =
    first === undefined
      ? ""
      : `<failure type="${xmlText(first.reason || "Refused")}" message="${xmlText(first.message)}">` +
        `${xmlText(errors.map(toldText).join("\n"))}</failure>`;
  const out = warnings.length === 0 ? "" : `<system-out>${xmlText(warnings.join("\n"))}</system-out>`;
  return failure + out === "" ? `${head}/>\n` : `${head}>${failure}${out}</testcase>\n`;
}

const toldText = (finding: Finding): string => {
  const { file, line, column } = finding.place;
  return [`${file}:${line}:${column}: ${finding.message}`, ...explanationOf(finding)].join("\n    ");
};
